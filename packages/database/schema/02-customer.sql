create table customer (
  id bigint generated always as identity primary key,
  user_name text not null,
  password_hash text not null,
  type text not null check (type in ('Person', 'Company')),
  company_name text,
  first_name text,
  last_name text,
  -- The address that is proven: a link that was sent to it was opened. One that is wanted stands in `mailed_link`.
  email text,
  -- Until `recovery_until` the password is reset by `recovery_email`, the address before the last change, and not by
  -- `email`: whoever finds an open session cannot take the account over with an address of their own.
  recovery_email text,
  recovery_until timestamptz,
  additional_data jsonb not null default '[]',
  -- The language that the customer last changed something in. Mails are written in it where `additional_data` names none,
  -- which is the one that they chose.
  language text check (language in ('cs', 'en', 'pl', 'sk')),
  -- Where the employer books what the customer eats; bills name it.
  cost_center text check (cost_center <> ''),
  -- A customer who is not active is blocked: no session of theirs counts, and no password.
  active boolean not null default true
);
create unique index customer_user_name on customer (lower(user_name));
create index customer_email on customer (lower(email));
create index customer_recovery_email on customer (lower(recovery_email)) where recovery_email is not null;

-- What the canteen tells its customers about themselves, such as a cost centre.
create table custom_data (
  customer_id bigint not null references customer,
  position int not null,
  label jsonb not null,
  value text not null,
  primary key (customer_id, position)
);

-- A guest's session is signed and not stored. One of somebody who did not ask to stay signed in also ends when it is not
-- used for a while.
create table session (
  token_hash bytea primary key,
  customer_id bigint not null references customer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  keep_logged boolean not null default false,
  -- It was begun with a card, which proves less than a password.
  by_card boolean not null default false
);
create index session_expiry on session (expires_at);
create index session_customer on session (customer_id);

-- The key that signs guests' sessions and the answers to questions, and that card numbers are digested with; one for all
-- processes, made here (two random UUIDs have 244 random bits).
create table signing_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into signing_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Failed sign-ins, in the shape rate-limiter-flexible keeps them: points until a moment in milliseconds since 1970.
create table login_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
create index login_limit_expiry on login_limit (expire);
