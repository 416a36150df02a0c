-- What unexpected errors said was once kept for the project's owner, who can do nothing with it.
update product
set error = jsonb_build_object('code', error->>'code', 'params', jsonb_build_object('log', '0'))
where error->>'code' in ('job.failed', 'transform.failed');
update task
set error = jsonb_build_object('code', error->>'code', 'params', jsonb_build_object('log', '0'))
where error->>'code' = 'job.failed';
