-- The comments say which content of an email is read again before the email is sent.

COMMENT ON COLUMN "private"."outbox"."data" IS 'Contains ids, and short texts that belong to this email, such as a note or a reason. mail_data adds current content, such as the titles of items, when the email is claimed and again before it is sent.';

COMMENT ON FUNCTION "public"."check_mail"(uuid, integer) IS 'System: returns the current data of a claimed email. The other columns of claim_mail, such as the title of the request, are not read again. Returns null if the email may not be sent, and cancels it if it is no longer needed.';
