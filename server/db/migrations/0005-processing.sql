-- Processing that is shared out fairly, can be paused, and tells of itself as it goes on.

-- When a waiting task may begin, what memory it is reckoned to need, and the machine it runs on: tasks that together
-- need more than a machine has are not run together.
alter table task
  add column ready_at timestamptz not null default now(),
  add column memory_mib integer not null default 1024,
  add column lease_host text;
alter table task drop constraint task_status_check;
alter table task add constraint task_status_check
  check (status in ('queued', 'running', 'paused', 'done', 'errored', 'timed out', 'cancelled'));

-- Workers that are there, also those without work.
create table worker (
  name text primary key,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Whoever listens learns which project changed, once a transaction.
create function tell_imageset_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('imageset_changed', coalesce(new.pk, old.pk)::text);
  return null;
end
$$;
create trigger imageset_changed after update or delete on imageset
  for each row execute function tell_imageset_changed();
