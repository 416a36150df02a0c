-- Accounts, sessions, projects, products, files, tasks and drawings.

create table setting (
  key text primary key,
  value jsonb not null
);

create table account (
  pk integer generated always as identity primary key,
  email text not null,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  phone text not null default '',
  white_label text not null default 'plumbline',
  is_superuser boolean not null default false,
  is_email_verified boolean not null default true,
  registration_approved boolean not null default true,
  free_processing double precision not null default 0,
  used_processing double precision not null default 0,
  unlimited_processing_until timestamptz,
  when_created timestamptz not null default now()
);
create unique index account_email on account (lower(email));

create table session (
  token_hash text primary key,
  account_pk integer not null references account on delete cascade,
  when_created timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_account on session (account_pk);

create table sign_in_token (
  token_hash text primary key,
  account_pk integer not null references account on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table imageset (
  pk integer generated always as identity primary key,
  owner_pk integer not null references account,
  name text not null,
  description text not null default '',
  is_lidar boolean not null default false,
  state text not null default 'initialized',
  state_history jsonb not null default '[]',
  is_deleted boolean not null default false,
  is_fully_uploaded boolean not null default false,
  is_demo_dataset boolean not null default false,
  confidentiality integer not null default 0,
  unit_of_measure text,
  epsg integer,
  wkt text,
  settings jsonb not null default '{}',
  image_count integer not null default 0,
  thumbnail_name text,
  max_disk_mib double precision,
  peak_ram_mib double precision,
  notify_error boolean not null default false,
  notify_finish boolean not null default false,
  notify_progress boolean not null default false,
  when_created timestamptz not null default now(),
  when_modified timestamptz not null default now()
);
create index imageset_owner on imageset (owner_pk, pk desc);

create table imageset_acl (
  imageset_pk integer not null references imageset on delete cascade,
  account_pk integer not null references account on delete cascade,
  write boolean not null,
  primary key (imageset_pk, account_pk)
);
create index imageset_acl_account on imageset_acl (account_pk);

create table product (
  pk integer generated always as identity primary key,
  imageset_pk integer not null references imageset on delete cascade,
  name text not null,
  status text not null default 'In Progress',
  unit_of_measure text,
  resolution double precision,
  epsg integer,
  wkt text,
  pixel_width integer,
  pixel_height integer,
  work_units_completed double precision not null default 0,
  work_units_needed double precision not null default 1,
  stage text,
  visualization_percent double precision not null default 0,
  is_visualization_ready boolean not null default false,
  is_visualization_error boolean not null default false,
  error jsonb,
  meta jsonb,
  is_compressed boolean,
  when_created timestamptz not null default now(),
  when_completed timestamptz
);
create index product_imageset on product (imageset_pk);

create table input_slot (
  product_pk integer not null references product on delete cascade,
  index integer not null,
  name text not null,
  original_name text,
  size_mb double precision not null,
  size bigint,
  primary key (product_pk, index)
);

create table product_file (
  pk integer generated always as identity primary key,
  imageset_pk integer not null references imageset on delete cascade,
  product_pk integer not null references product on delete cascade,
  key text not null unique,
  name text not null,
  format text not null,
  tag text not null check (tag in ('input', 'intermediate', 'exportable', 'canvas')),
  size bigint not null,
  etag text not null,
  when_created timestamptz not null default now()
);
create index product_file_product on product_file (product_pk);
create index product_file_imageset on product_file (imageset_pk);

create table task (
  pk integer generated always as identity primary key,
  imageset_pk integer not null references imageset on delete cascade,
  name text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'done', 'errored', 'timed out', 'cancelled')),
  -- Number of the newest attempt; with lease_owner it is the fence that every write of a step must pass.
  attempt integer not null default 0,
  failures integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  heartbeat_at timestamptz,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  error jsonb,
  stack_trace text
);
create index task_imageset on task (imageset_pk);
create index task_lease on task (lease_until) where status = 'running';
create index task_queue on task (queued_at) where status = 'queued';

create table task_step (
  pk integer generated always as identity primary key,
  task_pk integer not null references task on delete cascade,
  attempt integer not null,
  name text not null,
  wall_s double precision not null,
  cpu_s double precision not null,
  peak_mib double precision not null,
  peak_disk_mib double precision not null,
  finished_at timestamptz not null default now()
);
create index task_step_task on task_step (task_pk);

create table drawing_revision (
  imageset_pk integer not null references imageset on delete cascade,
  revision integer not null,
  document jsonb not null,
  size integer not null,
  snapshot text,
  saved_by integer references account on delete set null,
  saved_at timestamptz not null default now(),
  primary key (imageset_pk, revision)
);
