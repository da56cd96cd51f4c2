-- The email of an address that was refused most often is read from the index, however many wait.

drop index private.outbox_refused_idx;
create index outbox_refused_idx on private.outbox (to_email, attempts)
  where status in ('queued', 'sending') and last_error is not null;
