-- What a product's file was found to hold when it was made: its sums and the digest of its bytes; null for others.
alter table product_file add column proof jsonb;
