-- The plastic card of a customer. Whoever knows a number can sign in with it where there is a reader, so a keyed digest of
-- it is stored and not the number. Without a row the customer has no card.
create table card (
  customer_id bigint primary key references customer,
  number_digest bytea not null constraint card_number unique,
  is_blocked boolean not null default false,
  given_at timestamptz not null
);

-- The card on the screen. Its code is shown, so it is stored as it is.
create table virtual_card (
  customer_id bigint primary key references customer,
  code text not null constraint virtual_card_code unique,
  made_at timestamptz not null
);

-- The kiosks of a canteen. Once there is a row, removed or not, cards are only accepted from a kiosk that is not removed.
create table terminal (
  id bigint generated always as identity primary key,
  name text not null,
  -- SHA-256 of 256 random bits.
  credential_hash bytea not null unique,
  added_at timestamptz not null,
  removed_at timestamptz
);
create unique index terminal_name on terminal (lower(name)) where removed_at is null;

-- What a card that was read is exchanged for: a token for one sign-in, in the session that the card was read in.
create table card_token (
  token_hash bytea primary key,
  customer_id bigint not null references customer,
  session_hash bytea not null,
  -- The kiosk, where one is registered.
  terminal_id bigint references terminal,
  expires_at timestamptz not null
);
create index card_token_customer on card_token (customer_id);
create index card_token_expiry on card_token (expires_at);

-- A loyalty system that the canteen's customers may pair their account with.
create table loyalty_system (
  id bigint generated always as identity primary key,
  name text not null,
  -- Where it may lead customers after they confirm, such as `https://club.example.org`; nowhere where absent.
  origin text,
  added_at timestamptz not null
);
create unique index loyalty_system_name on loyalty_system (lower(name));

-- What a loyalty system asked a customer for. A pending request that nobody answers in time is missed, which nothing has
-- to note. One that the customer removed is kept for the loyalty system, and the customer does not see it.
create table pairing (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  loyalty_system_id bigint not null references loyalty_system,
  -- The name of the customer in the loyalty system, and what it says of the request.
  external_customer_name text,
  note text,
  status text not null default 'pending' check (status in ('pending', 'valid', 'rejected', 'invalid', 'removed')),
  -- What the customer's own calls name the pairing by; of no use to anybody else.
  token text not null unique,
  -- SHA-256 of the text that confirms or rejects without a login.
  string_hash bytea not null unique,
  confirmation_url text,
  requested_at timestamptz not null,
  valid_till timestamptz not null,
  paired_at timestamptz,
  invalid_at timestamptz,
  check ((status in ('valid', 'invalid')) = (paired_at is not null)),
  check ((status = 'invalid') = (invalid_at is not null))
);
create index pairing_customer on pairing (customer_id, id);
