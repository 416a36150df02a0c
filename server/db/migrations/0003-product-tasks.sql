-- Tasks that make a further file of one product; those that make a project's products have none.
alter table task add column product_pk integer references product on delete cascade;
-- One such task of a kind at a time.
create unique index task_product on task (product_pk, name)
  where product_pk is not null and status in ('queued', 'running');
