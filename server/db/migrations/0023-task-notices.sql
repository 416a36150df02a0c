-- A worker hears of a task when the transaction is committed that put it into the queue.
create function notify_task_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('task_queued', new.pk::text);
  return null;
end $$;
create trigger task_queued after insert or update of status on task
  for each row when (new.status = 'queued') execute function notify_task_queued();

-- Messages of an older version: tasks are not announced by them any more.
drop index task_queue;
alter table task drop column queued_at;
create index task_queue on task (ready_at) where status = 'queued';
drop schema if exists pgboss cascade;
