-- Requests of every state are listed newest first; those of one state keep their own index.

create index requests_org_id_created_at_id_idx on public.requests (org_id, created_at, id);
