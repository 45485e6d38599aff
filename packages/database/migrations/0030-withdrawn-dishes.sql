-- A dish the kitchen took off the menu, kept for those who ordered it.
alter table offering drop constraint offering_state_check;
alter table offering add constraint offering_state_check
  check (state in ('open', 'closed', 'readonly', 'withdrawn'));
