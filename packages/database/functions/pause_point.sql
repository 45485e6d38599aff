-- Does nothing. The harness replaces it by a random pause between two locks, so that calls meet there.
create or replace function pause_point() returns void language plpgsql as $$
begin
end $$;
