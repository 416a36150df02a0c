-- Messages about projects that their owners asked for. `status`: waiting, sending, sent, failed. A row that is being
-- sent stays so if its server dies then: whether the message went out is unknown, and nobody is written to twice.
create table notice (
  pk integer generated always as identity primary key,
  imageset_pk integer not null references imageset on delete cascade,
  kind text not null,
  facts jsonb not null default '{}',
  status text not null default 'waiting',
  tries integer not null default 0,
  ready_at timestamptz not null default now(),
  when_created timestamptz not null default now(),
  when_sent timestamptz
);
create index notice_waiting on notice (ready_at) where status = 'waiting';
