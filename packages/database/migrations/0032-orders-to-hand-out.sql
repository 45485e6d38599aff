-- The meals that still wait to be handed out: few beside those that were, and asked for every ten minutes.
create index orders_to_hand_out on orders (offering_id) where state = 'placed' and collected_at is null;
