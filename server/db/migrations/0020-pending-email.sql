-- An address that an account is to have once the code that was sent there comes back.
alter table account add column pending_email text;
alter table account add column pending_code_hash text;
alter table account add column pending_until timestamptz;
alter table account add column pending_tries integer not null default 0;
