-- Failed sign-ins, in the shape rate-limiter-flexible keeps them: points until a moment in milliseconds since 1970.
create table login_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
create index login_limit_expiry on login_limit (expire);
