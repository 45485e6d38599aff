-- A batch looks up the stock of its dishes by key, also where it is planned while the tables are small: only by keeping
-- the batch beside it was reading all of the stock ever cheaper, and the plan is kept when the tables have grown.
alter function place_orders(order_request[]) set enable_material = off;
alter function take_portions(order_request[]) set enable_material = off;
