-- The dishes that closing a day by hand took off the menu, each with its state before: opening the day brings them back.
alter table closed_day add column taken_off jsonb not null default '{}';
