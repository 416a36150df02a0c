-- Products made of another one: which, and as what they were ordered. Null for a project's own products.
alter table product add column original_pk integer references product on delete set null;
alter table product add column ordered jsonb;
