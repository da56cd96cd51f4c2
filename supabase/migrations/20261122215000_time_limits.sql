-- Queries that users make up end after three seconds; the two functions whose work takes longer, after
-- ten. PostgREST reads both settings with its configuration.

alter role authenticated set statement_timeout = '3s';
alter function public.import_clients(uuid, jsonb) set statement_timeout = '10s';
alter function public.verify_audit(uuid, bigint) set statement_timeout = '10s';

notify pgrst, 'reload config';
notify pgrst, 'reload schema';
