-- The terms of use. The version that was published last is in force; a version is never changed.
create table terms (
  version int primary key check (version > 0),
  -- Whether customers have to accept it before they order. A version that is only told about is closed by its reader.
  is_binding boolean not null,
  published_at timestamptz not null
);

-- What a version says, in the languages it is written in.
create table terms_text (
  version int not null references terms,
  language text not null check (language in ('cs', 'en', 'pl', 'sk')),
  content text not null,
  primary key (version, language)
);

-- Who accepted which text, and when: the hash is SHA-256 of the text that they were shown.
create table terms_consent (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  version int not null,
  language text not null,
  text_hash bytea not null,
  accepted_at timestamptz not null,
  foreign key (version, language) references terms_text,
  unique (customer_id, version)
);

-- What customers wrote to the canteen's manager.
create table comment (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  text text not null,
  sent_at timestamptz not null
);
create index comment_customer on comment (customer_id, sent_at);

-- The links that are sent by mail: whoever has the token may use it once. The newest link of a subject takes the place
-- of the one before.
create table mailed_link (
  token_hash bytea primary key,
  purpose text not null check (purpose in (
    'registration', 'password-reset', 'card-change', 'card-revocation', 'email-change')),
  -- The address that registers, or the customer's id.
  subject text not null,
  customer_id bigint references customer,
  -- The address it was sent to. Whoever resets a password by it has that mailbox, so the account has that address then.
  -- Of a change of address it is the wanted one, which counts for nothing until the link is used.
  recipient text not null,
  -- What the person who registers typed.
  form jsonb,
  -- The card that the customer wants, as `card` stores it.
  card_digest bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (purpose, subject)
);
create index mailed_link_expiry on mailed_link (expires_at);

-- The links that were used: who opens one again is told so. It does not say whose it was. Whoever resets a password
-- again needs a new link in any case, so such a link leaves nothing.
create table used_link (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('registration', 'card-change', 'card-revocation', 'email-change')),
  used_at timestamptz not null
);
create index used_link_age on used_link (used_at);

-- What people are to be told by mail, written with what it tells of.
create table outbox (
  id bigint generated always as identity primary key,
  -- Whom it is about; somebody who has no account yet is no customer.
  customer_id bigint references customer,
  kind text not null,
  -- The address it goes to, where that is not the customer's own at the time of sending.
  recipient text,
  -- The language it is written in, where that is not the customer's own.
  language text check (language in ('cs', 'en', 'pl', 'sk')),
  -- What the text speaks of. A link in it is a secret, so the content of a mail that was sent is taken away.
  content jsonb not null,
  created_at timestamptz not null,
  -- How often it was tried, and when it may be tried again.
  attempts int not null default 0,
  try_after timestamptz,
  sent_at timestamptz,
  -- Why it was given up.
  failure text
);
create index outbox_unsent on outbox (id) where sent_at is null and failure is null;
create index outbox_recipient on outbox (lower(recipient), created_at) where recipient is not null;
create index outbox_customer on outbox (customer_id);
create index outbox_age on outbox (created_at);

-- What was done to an account besides its money; rows are only added.
create table audit_event (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  kind text not null check (kind in (
    'registered', 'signed-in', 'signed-out-everywhere', 'password-changed', 'password-reset', 'profile-changed',
    'email-wanted', 'email-changed', 'terms-accepted', 'card-changed', 'card-revoked', 'card-blocked', 'card-unblocked',
    'virtual-card-made', 'pairing-confirmed', 'pairing-rejected', 'pairing-removed', 'pairing-ended', 'blocked',
    'unblocked', 'price-level-changed')),
  -- `customer`, or the command and its user.
  actor text not null,
  -- Which fields or which version it was; never a password and never a token.
  details jsonb not null default '{}',
  happened_at timestamptz not null
);
create index audit_event_customer on audit_event (customer_id, id);

-- Calls with an idempotency key that were carried out, besides those of orders: a repeat is answered and does nothing.
create table change_made (
  -- The customer, or the session of a guest.
  caller text not null,
  key text not null,
  request_hash bytea not null,
  made_at timestamptz not null,
  primary key (caller, key)
);
create index change_made_age on change_made (made_at);
