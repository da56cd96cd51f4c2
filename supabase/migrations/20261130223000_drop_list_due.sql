-- Drops a function that nothing calls. The list of the requests that are due this week uses
-- list_requests.

drop function public.list_due(uuid, date, date, uuid, boolean);
