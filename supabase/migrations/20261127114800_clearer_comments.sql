-- Rewords comments of tables, columns and functions, and comments inside functions. No function
-- changes what it does.

comment on function private.system_actor() is
  'Returns the actor for changes that Dossier makes itself.';
comment on type private.actor is
  'The actor of a change: the kind (staff, contact, user or system), the auth user, and the name '
  'at the time of the change.';
comment on function private.touch() is
  'Sets updated_at when a row changes.';
comment on function private.mask_email(text) is
  'Masks an email address, so that only its owner can recognize it.';
comment on function private.clean_email(text, text) is
  'Checks an email address and returns it in lower case, so that addresses can be compared.';
comment on function private.clean_line(text, text, int, int) is
  'Checks a text of one line. Trims and normalizes it (NFC).';
comment on function private.clean_text(text, text, int, int) is
  'Checks a text of several lines. Trims and normalizes it (NFC), and removes invisible '
  'characters.';
comment on function private.is_date(text) is
  'Returns whether the text is a date that exists. Does not use pg_input_is_valid, which needs '
  'PostgreSQL 16, because some projects run 15.';
comment on function private.invalid(text, text, jsonb) is
  'Refuses a field and names the broken rule: required, length, format, range, unique, type or '
  'name.';
comment on function private.refuse(int, text, jsonb) is
  'Raises an error with a code. SQLSTATE is PT plus the HTTP status, the message is the code, '
  'and the detail is JSON.';
comment on function private.clock() is
  'Returns the current time. Every function uses it. Only a session of the database owner can '
  'move it, with the setting dossier.clock.';
comment on schema private is 'Contains helpers, the outbox and settings. REST does not expose it.';
comment on function private.require_step_up(uuid) is
  'Requires a live session. If the user has a second factor or the firm requires one, the '
  'session must have verified it within the last 15 minutes.';
comment on function private.require_staff(uuid, text[]) is
  'Returns the caller as staff of the firm. Refuses others as if the firm did not exist.';
comment on function private.my_request_ids() is
  'Returns the requests that the caller can read as a contact: open requests, and complete '
  'requests for 90 days.';
comment on function private.my_contact_ids() is
  'Returns the caller''s contacts, if the user entered an emailed code in this session within '
  'the last 30 days.';
comment on function private.my_member_ids() is
  'Returns the current and former members of the caller''s firms. Leaves out firms that stay '
  'closed until the session uses a second factor.';
comment on function private.my_admin_org_ids() is
  'Returns the firms in which the caller is an active owner or admin.';
comment on function private.my_gated_org_ids() is
  'Returns the caller''s firms that stay closed until the session uses a second factor: the firm '
  'requires one, or the caller has one.';
comment on function private.my_org_ids() is
  'Returns the firms in which the caller is active staff.';
comment on function public.is_factor_due() is
  'Returns whether pages must ask for the second factor before they show anything.';
comment on function private.is_factor_unshown() is
  'Returns whether the caller has a verified factor that this session has not used.';
comment on function private.has_recent_factor() is
  'Returns whether the user verified a second factor in this session within the last 15 minutes. '
  'Actions with step-up need this.';
comment on function private.has_recent_otp() is
  'Returns whether the user entered an emailed code in this session within the last 30 days. '
  'Contacts need this to open requests.';
comment on function private.require_user() is
  'Returns the caller. Refuses if their session has ended.';
comment on function public.is_session_live() is
  'Returns whether the caller''s session still exists. Pages call it after a refusal or an empty '
  'result, to show the right reason.';
comment on function private.live_user_id() is
  'Returns the caller, or null if their session has ended. Policies and functions use it instead '
  'of auth.uid(): signing out deletes the session row, but the access token stays valid for up '
  'to an hour.';
comment on function private.clean_name(text, text, int, int, boolean) is
  'Checks a name as clean_line does. Also refuses links, addresses and invisible characters. The '
  'name of a firm must not contain @ < > " \ or Dossier.';
comment on function private.is_bad_name(text, boolean) is
  'Returns whether a name looks like a link or an address. For a firm, also whether it looks '
  'like Dossier.';
comment on function private.is_own_name(text) is
  'Returns whether a text looks like the name Dossier, even in similar letters.';
comment on function private.strip_format(text) is
  'Removes characters that are invisible or change the direction of text. Keeps the joiners that '
  'scripts and emoji need.';
comment on function private.last_actor_name(uuid, uuid, uuid) is
  'Returns the name of the last person who changed an object. Version conflicts show it.';
comment on function public.list_audit_people(uuid, int) is
  'Returns everyone who has an event in the firm, with their latest name and most recent first: '
  'current and former staff, and contacts.';
comment on function public.verify_audit(uuid, bigint) is
  'Verifies a page of 10,000 events and returns the first event that does not match its chain.';
comment on function private.keep_events() is
  'Refuses to change or delete an event, except when a deleted firm is purged.';
comment on function private.record_event(private.actor, uuid, uuid, text, text, uuid, jsonb) is
  'Adds an event. Nothing else writes events. Call it in the transaction of the change.';
comment on column public.events.chain is
  'The id of the request, or of the firm for other events. It has no foreign key, because events '
  'remain after the request is deleted.';
comment on table public.events is
  'Changes and their actors, chained by SHA-256. Rows contain the actor''s name, and otherwise '
  'only ids and statuses.';
comment on function private.orphan_avatar() is
  'Marks the old avatar for deletion when a user changes it or is deleted.';
comment on function private.create_profile() is
  'Creates the profile of a new auth user. Leaves out a name that is not allowed, so that it '
  'never refuses a sign-up.';
comment on column public.profiles.preferences is
  'Display preferences, such as the theme and single-key shortcuts.';
comment on table public.profiles is
  'The name and preferences of a user. Users update only this row directly.';
comment on function private.orphan_logo() is
  'Marks the old logo for deletion when a firm changes it or is deleted.';
comment on function private.clean_time_zone(text) is
  'Checks that the server knows an IANA time zone name.';
comment on column public.orgs.deleted_at is
  'When the firm was deleted. Access ends immediately, and the rows are deleted 30 days later.';
comment on column public.orgs.reminder_every is
  'Number of days between reminders after the last day in reminder_days.';
comment on table public.orgs is
  'A firm, which is a tenant. Every table with a tenant''s data contains its id.';
comment on function public.list_staff(uuid) is
  'Returns each member''s email address and number of verified factors, and nothing else about '
  'the factors.';
comment on function public.change_role(uuid, uuid, text) is
  'Changes a member''s role. Only owners may make someone an owner or change an owner''s role.';
comment on function public.remove_member(uuid, uuid) is
  'Removes a member, or lets the caller leave. The last owner cannot leave.';
comment on function public.suspend_member(uuid, uuid) is
  'Suspends a member until someone restores them.';
comment on function private.acting_staff() is
  'Returns the caller as staff, for events. Checks no permission, so check it first.';
comment on function private.end_membership(private.actor, public.memberships) is
  'Ends a membership and unassigns its requests. The caller must check that an owner remains.';
comment on function private.set_member(private.actor, public.memberships, text, text, text) is
  'Stores the new state of a membership. Also records the event, revokes invitations and '
  'notifies owners.';
comment on function private.mail_owners(private.actor, public.memberships, text, text) is
  'Queues an email to the owners about a change of owners. The person who was removed also gets '
  'one.';
comment on function private.revoke_invitations_of(private.actor, public.memberships) is
  'Revokes pending invitations whose author may no longer give their role.';
comment on function private.may_invite(uuid, uuid, text) is
  'Returns whether a user may now invite people to this role in the firm. Owners may give every '
  'role, admins every role except owner.';
comment on function private.manage_member(uuid, uuid, text[]) is
  'Returns a membership if the caller may change it. Owners may change all memberships, admins '
  'all except those of owners.';
comment on function private.lock_member(uuid, uuid, text[]) is
  'Locks the firm''s staff and returns a membership that has one of these statuses. Call it '
  'after a permission check.';
comment on function private.check_owned_orgs(uuid) is
  'Refuses to make a user the owner of a sixth firm.';
comment on table public.memberships is
  'Staff of a firm. user_id has no foreign key, so that rows of former members remain after '
  'their account is deleted.';
comment on function public.accept_invitation(uuid) is
  'Makes the caller a member of the firm. The caller must have entered a code sent to the '
  'invited address in this session.';
comment on function public.get_invitation(uuid) is
  'Returns the public facts about an invitation to anyone who has its link.';
comment on function public.resend_invitation(uuid) is
  'Resends a pending invitation, at the earliest after ten minutes and at most five times. The '
  'invitation is then valid for seven more days.';
comment on function public.create_invitation(uuid, text, text) is
  'Invites an address to join a firm. Only owners may invite owners.';
comment on function private.require_inviter(uuid) is
  'Returns the caller. Refuses if they may not resend or revoke the invitation.';
comment on function private.pending_invitation(uuid) is
  'Locks an invitation and returns it if it can still be used. Call it after the permission '
  'check.';
comment on column public.invitations.ended_by_rights is
  'True if the invitation was revoked because its author may no longer give that role. The team '
  'page shows it until someone invites the address again.';
comment on table public.invitations is
  'Invitations to join a firm as staff. An invitation gives no access until the invited person '
  'enters a code.';
comment on function public.delete_org(uuid) is
  'Deletes a firm. Access, emails, reminders, invitations and the logo end immediately. The rows '
  'are deleted after 30 days.';
comment on function public.set_require_mfa(uuid, boolean) is
  'Sets whether all staff need a second factor. Does not affect contacts.';
comment on function public.set_retention(uuid, int) is
  'Sets how many days after a request closes it is kept in the archive.';
comment on function public.set_reminder_policy(uuid, int[], int) is
  'Sets the days before (negative) and after the due date, then the interval in days, or 0 for '
  'no later reminders. The plan also applies to open requests.';
comment on function public.update_org(uuid, text, text, text, text, text) is
  'Changes the name and contact details of a firm. If the slug changes, old links to staff pages '
  'stop working.';
comment on function public.save_client(uuid, text, uuid, text, int) is
  'Adds a client, or changes one.';
comment on table public.clients is 'A company or person that the firm serves.';
comment on function private.unlink_contacts() is
  'Unlinks an account from contacts that have other addresses. The next email to a contact links '
  'it again.';
comment on function public.remove_contact(uuid) is
  'Ends a contact''s access. Refuses if an open request has no other active recipient.';
comment on function public.save_contact(uuid, uuid, text, text, uuid, int) is
  'Adds a contact, or changes one. A new address unlinks the user, clears a bounce and gets the '
  'emails of the open requests.';
comment on function private.keep_email_stop() is
  'Refuses to activate a contact whose address gets no email, whichever statement adds or '
  'changes the contact.';
comment on column public.contacts.opt_out_reason is
  'Why the contact opted out: they want no email from this firm, they no longer work for the '
  'client, or they were never the right person.';
comment on column public.contacts.email_pref is
  '`all`, or `no_reminders` if the contact stopped reminders.';
comment on column public.contacts.address_given_up is
  'Null while this contact has its address. A unique value if the contact was removed and '
  'another contact then took the address.';
comment on column public.contacts.version is 'Counts the changes of the name and address.';
comment on column public.contacts.user_id is
  'The contact''s auth user. Linked when the first email is delivered.';
comment on table public.contacts is
  'The people who answer for a client. They sign in with emailed codes.';
comment on function public.list_names_to_change(uuid) is
  'Returns the names of a firm, its clients and contacts that break the rules for names, because '
  'they were stored before the rules existed. Saving them again is refused.';
comment on function public.import_clients(uuid, jsonb) is
  'Imports up to 1,000 rows of clients and contacts, and skips those that exist. If any row has '
  'an error, stores nothing and returns all errors.';
comment on function private.clean_client_rows(uuid, jsonb) is
  'Returns the rows in the form in which they would be stored, and the errors of invalid rows by '
  'row number, from 1.';
comment on function private.check_client_row(uuid, jsonb, jsonb) is
  'Refuses a reference that another client has, and a repeated row that adds no contact.';
comment on function private.known_client(uuid, jsonb) is
  'Returns the existing client that a row describes. It has the same name and the same '
  'reference, or the same name and contact if the row or the client has no reference.';
comment on function private.client_row_key(jsonb) is
  'Returns the key of a row. Rows with the same key are the same client with several contacts.';
comment on function private.clean_client_row(jsonb) is
  'Checks one row: name, ref?, contact_name?, contact_email?. If the contact has no name, it '
  'gets the client''s.';
comment on table private.starter_templates is
  'The templates that every new firm gets.';
comment on function public.save_template(uuid, text, text, int, jsonb, uuid, int) is
  'Adds a template, or changes one. items is the complete ordered list.';
comment on function private.set_template_items(public.templates, jsonb) is
  'Replaces the items of a template with this ordered list.';
comment on table public.template_items is
  'The items of a template. They have the same columns as items.';
comment on function public.list_my_requests() is
  'Returns the requests of which the caller is a contact, at any firm. Includes progress and the '
  'firm''s address for questions.';
comment on function public.open_request(text) is
  'Opens a request for a recipient, and records the first opening by each address.';
comment on function public.had_request_access(text) is
  'Returns whether the caller is or was a recipient: they opened the request, or they entered a '
  'code sent to an address that got the request.';
comment on function public.get_public_request(text) is
  'Returns the public facts about a request to anyone who has the link: the firm, whether the '
  'request is open, and whether it was deleted.';
comment on function private.lock_request(uuid, text[]) is
  'Locks a request until the transaction ends. Refuses if it has another status. Call it after '
  'the permission check.';
comment on function private.require_party(uuid) is
  'Returns the caller as a contact of the request, or else as staff who act on behalf of the '
  'client. Refuses all others.';
comment on column public.request_contacts.opened_email is
  'The address that last opened the request. After staff correct an address, the new one has not '
  'yet shown that it expects email.';
comment on table public.request_contacts is
  'The recipients of a request, and when each first opened it.';
comment on column public.requests.saved_by is
  'The user who saved this version. Null for the system.';
comment on column public.requests.public_id is
  'The id in the permanent link of the request. The id alone gives no access.';
comment on table public.requests is
  'The checklists that a firm sends to the contacts of one client.';
comment on function private.check_sendable(public.requests) is
  'Validates a draft completely before it is sent.';
comment on function public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int) is
  'Saves a draft. Texts may be incomplete, but must not be too long. items is the complete '
  'ordered list.';
comment on function private.set_items(public.requests, jsonb) is
  'Replaces the items of a draft with this ordered list and returns their ids.';
comment on function private.set_recipients(public.requests, uuid[]) is
  'Replaces the recipients of a draft with these contacts.';
comment on function private.limit_per_hour(public.items, text, int, timestamptz[]) is
  'Refuses an action if the same person took it on this item max_times within the last hour. '
  'latest contains those times, newest first.';
comment on function private.require_item_party(uuid) is
  'Returns the caller as a contact or staff of the item''s request, or refuses.';
comment on function private.lock_answerable(uuid) is
  'Locks the request and returns the item. Refuses if the item cannot be answered now.';
comment on function private.set_item_status(uuid, text, text) is
  'Sets the status of an item. Each change creates a new version.';
comment on function private.derived_status(uuid) is
  'Returns the status of the newest submission that is not a draft, or open without one.';
comment on function private.write_item(uuid, uuid, uuid, int, jsonb) is
  'Stores a checked definition as a new item or in an existing one.';
comment on function private.clean_item(jsonb, text, boolean) is
  'Checks the definition of an item. Errors name the field with the prefix in field. If not '
  'strict, the definition may be incomplete.';
comment on column public.items.submitted_at is
  'When the answer that waits for review was submitted. Null unless the item is submitted and '
  'its request open.';
comment on column public.items.accept is 'The file groups that the item accepts. Empty means all.';
comment on table public.items is
  'The items of a request. Each asks for a file, text, choice or date, and gets its own '
  'decision.';
comment on function public.remove_recipient(uuid, uuid) is
  'Ends a contact''s access to one request. Refuses for the last active recipient.';
comment on function public.add_recipient(uuid, uuid) is
  'Adds a contact of the client to a request and emails them. Repeating the call changes '
  'nothing.';
comment on function private.change_recipients(public.requests, private.actor, uuid, text) is
  'Stores a change of recipients as a new version of the request, and records it.';
comment on function public.update_request(uuid, text, text, date, uuid, boolean, int) is
  'Changes the texts, due date, assignee and reminders of a draft or open request. A new due '
  'date moves the reminders.';
comment on function public.remove_item(uuid) is
  'Removes an item without answers from an open request. Refuses for the last item.';
comment on function public.save_item(
  uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) is
  'Adds an item at the end of an open request, or changes an item. The kind of an item cannot '
  'change.';
comment on function private.change_item(private.actor, public.requests, uuid, jsonb, int) is
  'Changes the definition of an item, except its kind.';
comment on function public.get_request_end(text) is
  'Returns why a request was cancelled, and the drafts that the caller had saved. Only for its '
  'recipients.';
comment on function public.archive_request(uuid) is
  'Archives a closed request. Retention counts from the day on which it closed.';
comment on function public.cancel_request(uuid, text) is
  'Cancels a request and stores the reason.';
comment on function public.reopen_request(uuid, text) is
  'Reopens a complete request and emails the note to its contacts.';
comment on function public.complete_request(uuid, text) is
  'Completes a request early and waives its undecided items.';
comment on function private.settle_request(public.requests) is
  'Completes a request if its required items are accepted or waived and no item waits for '
  'review.';
comment on function private.reopen(public.requests, private.actor, text) is
  'Reopens a complete request. Without a note, emails only the contacts who were notified of the '
  'completion.';
comment on function public.withdraw_item(uuid) is
  'Withdraws an undecided answer, which becomes a draft again.';
comment on function public.submit_item(uuid, int, int) is
  'Submits a draft, so that staff see it. Refuses a draft that is not the expected version. If '
  'the caller repeats their own submission with the same number, the call succeeds and changes '
  'nothing.';
comment on function private.check_answerable(public.items, public.submissions) is
  'Checks that a draft can be submitted. It needs a valid answer, or at least one ready file and '
  'none pending, or a reason why the item does not apply.';
comment on function public.save_answer(uuid, jsonb, boolean, text, int) is
  'Saves an answer, and creates a draft if needed. Refuses if the draft has changed since the '
  'caller''s version.';
comment on function private.saver_name(public.submissions, private.actor) is
  'Returns the name of the last person who changed a draft. A contact does not see the names of '
  'other contacts, and sees the firm''s name instead of its staff''s.';
comment on function private.clean_answer(public.items, jsonb, boolean) is
  'Checks an answer against its item. If not strict, the answer may be incomplete.';
comment on function private.draft_of(public.items, private.actor) is
  'Returns the item''s draft, and creates it if needed. After a return, a new draft contains the '
  'returned answer and note. Staff can never change a contact''s draft.';
comment on column public.submissions.submitted_kind is
  'The role of the author: contact, or staff on behalf of a contact.';
comment on column public.submissions.saved_by is
  'The user who last changed the draft.';
comment on column public.submissions.version is
  'Counts the saves that changed the draft. Changes to files do not count.';
comment on column public.submissions.answer is
  'text {"text"}, choice {"choices": []}, date {"date"}. Null for files.';
comment on table public.submissions is
  'The answers to items, from the first draft to the decision.';
comment on function private.ping_file() is
  'Broadcasts that a file was inspected, to staff who upload on behalf of a contact.';
comment on function public.fail_uploads() is
  'System: marks uploads as failed that are older than 48 hours or belong to closed items.';
comment on function private.is_reading_recorded(public.files, uuid) is
  'Returns whether open_file or begin_export recently recorded that the caller reads this file.';
comment on function public.open_file(uuid) is
  'Records that the caller opens a file, and returns the file''s location.';
comment on function public.remove_file(uuid) is
  'Removes a file from a draft. The sweep deletes its object within a day.';
comment on function public.finish_upload(uuid) is
  'Reports that the upload is complete, so that the file can be inspected. Repeating the call '
  'changes nothing.';
comment on function private.require_uploader(uuid) is
  'Returns the caller if they may change a file that is not submitted: as its contact, or as the '
  'staff member who sent it. Refuses all others.';
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Reserves a path in storage at which only the caller may store this file.';
comment on function private.check_file(public.items, text, bigint, text) is
  'Refuses a file because of its type or size before the upload starts.';
comment on function private.clean_file_name(text) is
  'Returns a file name without path, control and bidi characters. Limits it to 200 characters '
  'and keeps the extension.';
comment on table private.file_types is
  'The accepted files: the canonical type of each extension, and the groups to which it belongs.';
comment on column public.files.detected_mime is
  'The type that the inspection found. For text, it includes the encoding (`; charset=utf-8` or '
  '`; charset=windows-1252`).';
comment on column public.files.scan is 'This version of Dossier does not scan for viruses.';
comment on column public.files.shared_at is
  'When the file''s submission was submitted. Null for a draft, whose files staff cannot read.';
comment on column public.files.name is
  'The sender''s name for the file. Only display and export use it.';
comment on table public.files is
  'The files of items. The object is in the bucket documents at path.';
comment on function public.files_to_inspect(int) is
  'System: returns files whose inspection did not finish, and counts a try for each. The first '
  'retry comes after one minute, and each wait doubles. After eight tries, the file is refused '
  'as upload_incomplete.';
comment on function public.claim_inspection(uuid) is
  'System: claims a file for inspection. For two minutes, no one else can claim it.';
comment on function public.record_inspection(uuid, text, text, text, text) is
  'System: stores the result of a file''s inspection and returns the file''s new state.';
comment on function private.settle_inspection(uuid, text, text, text, text) is
  'Stores the result of an inspection if the file is still being checked. A second result '
  'changes nothing.';
comment on column private.inspections.claimed_until is
  'Until this time, only one process may read the file. No process renews the lease, so a crash '
  'frees the file when the lease expires.';
comment on table private.inspections is
  'Files that are being inspected or wait for another try: the number of tries, and the time of '
  'the next one.';
comment on function public.undo_decision(uuid, int) is
  'Undoes a decision. Also reopens the request if the decision had completed it.';
comment on function public.waive_item(uuid, text, int) is
  'Waives an item. Its submissions stay as they are.';
comment on function public.review_item(uuid, text, text, int) is
  'Decides on a submitted item: accepted, partial (accepted, but more is needed) or returned. '
  'The last two need a note.';
comment on function public.count_ready_items(uuid) is
  'Returns how many complete drafts of a request were not submitted. Staff see this number, but '
  'never the drafts.';
comment on function public.list_ready_items() is
  'Returns the caller''s complete drafts that were not submitted, of all firms.';
comment on function private.ready_items(uuid) is
  'Returns, in order, the items of an open request that have a contact''s complete draft which '
  'was not submitted.';
comment on function public.list_request_staff(uuid) is
  'Returns who sent a request and who decided on its answers. Only its contacts may call it. A '
  'name is null if the person chose none.';
comment on function private.staff_name(uuid) is
  'Returns the name that a person chose, or null. Events fall back to the address, which '
  'contacts must not see.';
comment on function private.end_unsent_reminder() is
  'Ends the reminder of an email that is not sent. A cancelled email skips its reminder. An '
  'email that bounced before it was reported as sent fails its reminder. Records both.';
comment on function private.readdress_mail(uuid, text) is
  'Redirects the queued emails and the open requests to a contact''s new address.';
comment on function private.is_unheard(uuid, uuid) is
  'Returns whether a contact cannot know of a request: no attempt was made to email them about '
  'it, and they never opened it.';
comment on function private.cancel_mail(uuid, uuid, text[]) is
  'Cancels the queued, deferred and dead emails of a request or a contact. Returns their number.';
comment on function private.may_record(private.outbox) is
  'Locks the chain in which the email''s events are recorded, without waiting. Returns false if '
  'another transaction has the lock: workers lock the email first, while others lock an email '
  'after they record an event.';
comment on function private.enqueue_mail(private.outbox) is
  'Queues an email within the firm''s budget. Returns null if an email with the same dedupe key '
  'exists.';
comment on column private.outbox.attempts is
  'How many failed attempts count toward the status dead. Attempts during an outage of the email '
  'service do not count.';
comment on column private.outbox.tries is
  'How many posts may have reached the email service, including the current one. Also identifies '
  'the lease.';
comment on column private.outbox.status is
  'dead: all attempts failed, so the operator decides what happens. cancelled: the email is no '
  'longer needed.';
comment on column private.outbox.data is
  'Contains only ids and reasons. Titles are read when the email is claimed.';
comment on column private.outbox.last_error is
  'Why this email, or an earlier one to the same address, was not sent. Null if an outage or a '
  'limit was the only reason.';
comment on column private.outbox.priority is
  'Due emails are sent in order of priority: 0 for notices about an account or an owner, 1 for '
  'all others, plus 10 after an error.';
comment on table private.outbox is
  'Emails to send at least once. The dedupe key prevents a second email for the same cause.';
comment on function private.mail_runs() is
  'Returns how many runs of deliver-email the outbox needs in addition to the sweep: one for '
  'every 500 emails, and at most 8.';
comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: stores the outcome of a post: sent, failed, retry, refused, paused or limited. '
  'Retries continue for 72 hours. Only the holder of the lease may report an outcome.';
comment on function public.check_mail(uuid, int) is
  'System: returns whether a claimed email may be posted now. Cancels it if its request was '
  'closed or its reader left.';
comment on function public.claim_mail(int) is
  'System: claims due emails for two minutes and returns their content.';
comment on function private.prepare_mail(private.outbox) is
  'Returns the content of an email. If the email is no longer needed, cancels it and returns '
  'null.';
comment on function private.attempt_wait(int) is
  'Returns the wait after this many failed attempts: one minute, doubling up to two hours. '
  'Returns null after waits of 72 hours in total.';
comment on function private.settle_mail(private.outbox, text, text, text) is
  'Ends an email as sent or dead, and records this.';
comment on function private.follow_contact(private.outbox) is
  'Queues an email again for the contact''s current address. Returns false if it already goes to '
  'that address.';
comment on function private.pass_on_digest(private.outbox) is
  'Queues a digest for the staff who get emails about the request now. Returns false if the '
  'digest already goes to them.';
comment on function private.is_mail_wanted(private.outbox) is
  'Returns whether an email is still needed: the firm exists, the request has the status that '
  'the email is about, and the contact is a recipient who knows of the request.';
comment on function public.record_bounce(text, uuid) is
  'System: records a bounce. Returns false if the email is not ours. Repeating the call changes '
  'nothing.';
comment on function public.remind_contacts(uuid) is
  'Reminds every active recipient whose first email was sent. Allowed once in 24 hours.';
comment on function public.queue_reminders(int) is
  'System: queues or skips due reminders. Moves them if they fall into quiet hours or follow a '
  'recent email too closely. Plans the next ones.';
comment on function private.replan_org(uuid) is
  'Moves the next reminders of all open requests of a firm.';
comment on function private.replan_reminders(public.requests) is
  'Moves the next reminders of an open request to match its due date and the firm''s plan.';
comment on function private.replan_reminder(public.requests, uuid) is
  'Moves or plans a contact''s next reminder to match the due date, the plan and the last email.';
comment on function private.end_reminders(uuid, uuid) is
  'Skips the planned reminders of a request, or of one of its contacts. Queued reminders end '
  'when their email is cancelled.';
comment on function private.schedule_reminder(public.requests, uuid) is
  'Plans a contact''s next reminder: at most eight in total, and none later than 60 days after '
  'sending.';
comment on function private.next_reminder_of(public.requests, uuid) is
  'Returns a contact''s next planned reminder time that no recent email prevents. Returns null '
  'if the plan has ended.';
comment on function private.asked_until(public.requests, uuid) is
  'Returns until when a recent email prevents a planned reminder. Returns null if none does.';
comment on function private.awake_at(public.requests, timestamptz) is
  'Returns the given time if it is between 8:00 and 20:00 on a working day. Otherwise returns '
  '9:00 on the firm''s next working day. Returns null if that is more than 60 days after '
  'sending.';
comment on function private.next_reminder_at(public.requests, timestamptz) is
  'Returns the next planned reminder time after a given time. Returns null if the plan has '
  'ended.';
comment on column public.reminders.manual is
  'True if staff sent the reminder, false if the plan did.';
comment on table public.reminders is
  'The reminders of each contact and request, one row for each time.';
comment on function public.get_email_budget(uuid, uuid) is
  'Staff: returns the firm''s level and daily limits, and how many first emails of the firm or '
  'of one request are deferred until the firm''s midnight.';
comment on function public.release_deferred_mail(int) is
  'System: queues, in order, the deferred emails of one firm whose midnight has passed. Returns '
  'how many emails it checked.';
comment on function private.release_mail(private.outbox) is
  'Queues a deferred email if today''s limits allow it. Otherwise defers it until the next '
  'midnight.';
comment on function private.apply_budget(private.outbox) is
  'Defers a new email if it exceeds the budget or follows a deferred one.';
comment on function private.deferral_mail_data(private.outbox) is
  'Returns how many first emails are deferred, and the firm''s limit for them. Returns null if '
  'none are deferred, or if the reader is no longer an owner or admin.';
comment on function private.report_deferral(private.outbox) is
  'Queues an email that tells owners and admins that first emails wait because of a daily limit. '
  'Sends at most one a day for requests and one for invitations.';
comment on function private.emails_waiting(uuid, text, uuid) is
  'Returns how many invitations or requests of a firm are deferred until the firm''s midnight.';
comment on function private.first_email_until(private.outbox) is
  'Returns until when the first email of a request is deferred, because no other email about the '
  'request may arrive earlier. Returns null if it was sent.';
comment on function private.defer_mail(private.outbox, timestamptz) is
  'Defers an email until a given time. Records the first deferral.';
comment on function private.spend(private.outbox) is
  'Counts an email against its budgets. Returns false if the email must wait.';
comment on function private.spend_first_email(private.outbox) is
  'Counts one first email against the firm''s budget and the address''s limit. Returns false if '
  'either is used up.';
comment on function private.spend_share(private.outbox) is
  'Counts one of the five emails a day that an address may get from untrusted firms whose '
  'requests it never opened. Returns false if all five are used.';
comment on function private.lock_recipients(text[]) is
  'Locks the counters of these addresses until the transaction ends. Lock the firm before them.';
comment on function private.is_first_email(private.outbox) is
  'Returns whether an email counts against the firm''s budget: it is an invitation, or it is '
  'about a request and goes to an address that opened none of the firm''s requests.';
comment on function private.is_trusted_org(uuid) is
  'Returns whether a firm is trusted: it is seven days old and five of its requests were opened, '
  'or the operator decided so.';
comment on function private.org_midnight(uuid, int) is
  'Returns when the firm''s current day began. With days, returns when the day that many days '
  'later begins.';
comment on function private.counted(text, text, timestamptz, timestamptz) is
  'Returns the count of a key in the windows since window_start. Also counts other windows that '
  'began in the last 24 hours, except day_before.';
comment on table private.org_limits is
  'The operator''s settings for a firm: its level and daily limits. Null means the default.';
comment on table private.counters is
  'Counts events of a key since a start time. Rows are deleted after three days.';
comment on function public.cancel_email(uuid) is
  'System: cancels one queued, deferred or dead email. Returns false if it was sent, is being '
  'sent or was already cancelled.';
comment on function public.requeue_email(uuid) is
  'System: queues one dead email again, or all of them. Cancels an email whose request was '
  'closed in the meantime.';
comment on function public.pause_mail(text, int) is
  'System: pauses all emails. The first pause lasts one minute, and each further one twice as '
  'long, up to five minutes, until an email is accepted. If the service asks for a wait, the '
  'pause lasts that long, up to 15 minutes. Returns the seconds, or null if a pause is already '
  'active.';
comment on column private.email_pause.rounds is
  'How many pauses have begun since the last accepted email.';
comment on table private.email_pause is
  'Contains one row while the email service refuses every email. The first accepted email '
  'deletes it.';
comment on function public.reinvite_contact(uuid, boolean) is
  'Resumes email to a contact who deleted their account and has agreed to get email since. '
  'Starts with the open requests.';
comment on function private.refuse_stopped(uuid[]) is
  'Refuses contacts who cannot get email, and gives the reason.';
comment on function private.end_deleted_contacts(uuid) is
  'Ends all emails to the contacts of a user who deletes their account.';
comment on function private.lock_contact_requests(uuid[]) is
  'Locks the open requests of contacts. To avoid deadlocks, all functions lock requests before '
  'contacts.';
comment on function private.stop_contact(public.contacts, private.actor, text, text, jsonb) is
  'Ends the emails and reminders of a contact, records the reason and notifies the firm. The '
  'caller must have locked the requests.';
comment on function private.staff_notice_data(private.outbox) is
  'Returns the contacts who get no email now. Returns null if all of them get email again, or if '
  'the reader has left the firm.';
comment on function private.notify_contact_staff(public.contacts) is
  'Queues one email to the firm, to be sent in fifteen minutes, about all contacts who no longer '
  'get email.';
comment on function private.contact_staff(public.contacts) is
  'Returns the staff who get emails about a contact: those of the contact''s open requests, or '
  'else the owners.';
comment on column private.email_stops.client_id is
  'The client to which the row applies. Null for the whole firm.';
comment on table private.email_stops is
  'Addresses to which a firm may send no email, or no reminders. A row remains after the contact '
  'is removed, so adding the contact again does not resume email.';
comment on function public.opt_in(uuid) is
  'Lets the signed-in contact get all email from a firm again. Nothing else can resume email to '
  'an address.';
comment on function public.set_opt_out(text, text) is
  'Stops reminders or all email from a firm to the holder of a token. "one_click" stops all '
  'email to an address that never opened a request of the firm, and otherwise only reminders.';
comment on function private.stop_emails(public.contacts, text) is
  'Stores a contact''s choice, and ends their reminders or all their email. The caller must have '
  'locked the requests.';
comment on function public.get_opt_out(text) is
  'Returns the data of the opt-out page. Does not change anything.';
comment on function private.contact_of_token(text) is
  'Returns the contact of a token. Returns null if the contact was removed or has another '
  'address now.';
comment on function private.opt_out_token(public.contacts) is
  'Returns the token of a contact''s current address. Creates it on first use.';
comment on table private.opt_out_tokens is
  'Opt-out tokens, one for each contact and address. A token for an old address cannot stop '
  'emails to the new one. Staff cannot read tokens.';
comment on function private.notice_mail_data(private.outbox) is
  'Returns the change and its time. For a change of a firm, also returns the firm''s name and '
  'the person who made the change.';
comment on function public.queue_account_notice(text, text, text[]) is
  'System: queues the notices that the auth service reports, once for each cause.';
comment on function private.note_picture() is
  'Refuses the twenty-first image of a folder. Also marks an image for deletion if no row uses '
  'it after an hour.';
comment on function private.may_store_image(text) is
  'Returns whether the caller may store this image: they may change it, and its folder has fewer '
  'than twenty images.';
comment on function private.may_change_image(text) is
  'Returns whether the caller may change an image. Users may change their avatar, owners and '
  'admins the logo.';
comment on function private.check_size() is
  'Refuses a document that is larger than begin_upload reserved. It is a trigger, because '
  'Storage writes the row as the table''s owner after the upload.';
comment on function private.may_read(text) is
  'Returns whether the caller may select the row of this ready file and the reading is recorded.';
comment on function private.may_store(text) is
  'Returns whether begin_upload reserved this path for the caller and the item still accepts '
  'files.';
comment on function private.is_reading() is
  'Returns whether Storage is reading or listing an object for the caller. Copying, moving and '
  'signing do not count, because they would let others read the object without a record.';
comment on function private.is_signing() is
  'Returns whether Storage is creating a signed URL: sign, sign_many or sign_upload_url.';
comment on function private.ping(uuid, uuid, uuid, int) is
  'Broadcasts a change to staff on the channels of the firm and of the request.';
comment on function public.begin_export(uuid) is
  'Allows and records one export of the accepted files, including partially accepted ones, '
  'before any byte is streamed.';
comment on function public.get_code_sender(text, text) is
  'System: returns the firm that the email with a code for this request may name. Returns null '
  'for an address that did not get the request.';
comment on function public.return_code(text, text) is
  'System: removes the count of a code that the email service did not accept.';
comment on function public.spend_code(text, text) is
  'System: counts a code and returns 0. If the address must wait for another code for this '
  'purpose (sign_in or email_change), returns the seconds instead.';
comment on function private.code_wait(text, text) is
  'Returns the seconds until an address may get its next code for a purpose: one minute after '
  'the first code of an hour, two minutes after later ones, and at most six codes in an hour.';
comment on function private.code_scope(text) is
  'Returns the counter of a purpose. Any user can enter any address as their new one, and this '
  'must not delay sign-in codes to that address.';
comment on function private.end_deleted_account() is
  'Does the work of close_account() if that function has not run. It also removes the last owner '
  'of a firm, because an administrator decided to delete the user.';
comment on function private.drop_prepared() is
  'Deletes the password and name that were set before the user proved the address.';
comment on function public.record_factor_reset(uuid, uuid, uuid) is
  'System: records that an owner resets a member''s factors. Call it before the reset.';
comment on function public.check_factor_reset(uuid, uuid) is
  'Returns whether the caller is an owner who may remove the factors of this member. The member '
  'must belong to no other firm.';
comment on function private.require_account_step_up() is
  'Requires step-up for account actions: the session must have used a second factor recently if '
  'the user has one or any of their firms requires it.';
comment on function public.purge_orgs() is
  'System: deletes part of a firm that was deleted 30 days ago. Returns 1 when nothing of the '
  'firm is left.';
comment on function public.purge_requests(int) is
  'System: deletes archived requests that are past their retention. Their events remain, and '
  'their objects are marked for deletion.';
comment on function private.requests_to_purge(int) is
  'Returns archived requests that are past their firm''s retention, oldest first. Reads the '
  'index once per firm.';
comment on function public.archive_requests(int) is
  'System: archives requests that closed at least 90 days ago.';
comment on function public.expire_invitations(int) is
  'System: expires invitations that no one accepted within seven days.';
comment on function private.is_kept(text, text) is
  'Returns whether a row uses the object, for example because a user chose a former avatar '
  'again.';
comment on table private.orphans is
  'The objects that the sweep deletes through Storage within minutes.';
comment on function private.job_target() is
  'Returns the address that scheduled jobs call: from the hosted settings, or else the local '
  'backend''s.';
comment on table private.settings is
  'Hosted only. The operator fills one row with the address that jobs call and their key.';
comment on function public.get_sweep_age() is
  'Anyone: returns the seconds since the sweep last completed. Returns null before its first '
  'complete run.';
comment on table private.last_sweep is
  'One row: the last run of the sweep in which every task succeeded. Empty before the first such '
  'run.';

create or replace function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
begin
  -- Check the length before normalizing. A letter that is typed with its marks has at most 12
  -- bytes.
  if octet_length(value) > 12 * max_length + 64 then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  cleaned := normalize(private.strip_format(replace(coalesce(value, ''), E'\r\n', E'\n')), nfc);
  cleaned := regexp_replace(cleaned, '^[\s\u00a0]+|[\s\u00a0]+$', '', 'g');
  if regexp_replace(cleaned, '[\n\t]', '', 'g') ~ '[\u0001-\u001f\u007f-\u009f]' then
    perform private.invalid(field, 'format');
  elsif cleaned = '' and min_length > 0 then
    perform private.invalid(field, 'required');
  elsif char_length(cleaned) not between min_length and max_length then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  return cleaned;
end
$$;

create or replace function private.clean_name(
  value text, field text, min_length int, max_length int, is_firm boolean default false
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(value, field, min_length, max_length);
begin
  -- Check the value as typed, because clean_line removes invisible characters.
  if private.is_bad_name(value, is_firm) then
    perform private.invalid(field, 'name');
  end if;
  return cleaned;
end
$$;

create or replace function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
  my_id uuid := private.require_user();
begin
  select u.email into confirmed_email
  from auth.users u where u.id = my_id and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  elsif private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  -- Only one call per user runs at a time, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || my_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_name(create_org.name, 'name', 2, 80, true),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, my_id, 'owner');
  actor := row('staff', my_id, private.user_name(my_id))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;

create or replace function private.check_owned_orgs(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Takes the same lock as create_org. Only one call per user runs at a time, so that the limit
  -- holds.
  perform pg_advisory_xact_lock(
    hashtextextended('create_org:' || check_owned_orgs.user_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_owned_orgs.user_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
end
$$;

create or replace function private.lock_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  -- Only one change of staff runs at a time. Otherwise, two owners could remove each other.
  perform from public.orgs o where o.id = lock_member.org_id for no key update;
  select * into member from public.memberships m
  where m.org_id = lock_member.org_id and m.user_id = lock_member.user_id;
  if member.id is null then
    perform private.refuse(404, 'not_found');
  elsif member.status <> all (statuses) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', member.status));
  end if;
  return member;
end
$$;

create or replace function public.create_invitation(org_id uuid, email text, role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(
    create_invitation.org_id,
    case create_invitation.role when 'owner' then '{owner}' else '{owner,admin}' end::text[]);
  invitation public.invitations;
  clean_email text := private.clean_email(create_invitation.email, 'email');
begin
  perform private.require_step_up(create_invitation.org_id);
  if create_invitation.role is null or create_invitation.role not in ('owner', 'admin', 'member') then
    perform private.invalid('role', 'format');
  end if;
  perform private.check_staff_limit(create_invitation.org_id);
  -- Check the right again, because the transaction that held the lock may have ended it.
  if not private.may_invite(actor.id, create_invitation.org_id, create_invitation.role) then
    perform private.refuse(404, 'not_found');
  end if;
  if exists (
    select from public.memberships m join auth.users u on u.id = m.user_id
    where m.org_id = create_invitation.org_id and m.status <> 'removed'
      and lower(u.email) = clean_email
  ) then
    perform private.refuse(409, 'already_member');
  end if;
  insert into public.invitations (org_id, email, role, invited_by, expires_at)
  values (
    create_invitation.org_id, clean_email, create_invitation.role, actor.id,
    private.clock() + interval '7 days')
  returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.created', 'invitation', invitation.id,
    jsonb_build_object('role', invitation.role));
  return jsonb_build_object('id', invitation.id);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Lock the firm before its chain of events, in the same order as changes of staff do.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  -- Emails to owners about a change among them are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object('org_id', delete_org.org_id, 'by', private.user_name(auth.uid())))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so its row changes now. The trigger on orgs marks the object for the sweep.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;

create or replace function public.save_contact(
  org_id uuid, client_id uuid, name text, email text, contact_id uuid default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_name(save_contact.name, 'name', 1, 120);
  clean_email text := private.clean_email(save_contact.email, 'email');
  is_moved boolean;
begin
  if not exists (
    select from public.clients c
    where c.id = save_contact.client_id and c.org_id = save_contact.org_id
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if save_contact.contact_id is null then
    insert into public.contacts (org_id, client_id, name, email)
    values (save_contact.org_id, save_contact.client_id, clean_name, clean_email)
    on conflict on constraint contacts_client_id_email_key do update
      set name = excluded.name, status = 'active', user_id = null, version = contacts.version + 1
      where contacts.status = 'removed'
    returning * into contact;
    if contact.id is null then
      perform private.invalid('email', 'unique');
    end if;
  else
    -- To avoid deadlocks, all functions lock requests before contacts. Until this transaction ends,
    -- no other one can plan reminders for these requests.
    perform from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = save_contact.contact_id and r.org_id = save_contact.org_id
      and r.status = 'open'
    order by r.id for no key update of r;
    select * into contact from public.contacts c
    where c.id = save_contact.contact_id and c.client_id = save_contact.client_id
      and c.org_id = save_contact.org_id and c.status <> 'removed' for update;
    if contact.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(expected_version, contact.version, contact.id, contact.org_id);
    is_moved := contact.email::text <> clean_email;
    if is_moved then
      update public.contacts c set address_given_up = gen_random_uuid()
      where c.client_id = contact.client_id and c.email::text = clean_email
        and c.status = 'removed' and c.address_given_up is null;
    end if;
    update public.contacts c
    set name = clean_name, email = clean_email, version = c.version + 1,
      status = case when is_moved then 'active' else c.status end,
      user_id = case when is_moved then null else c.user_id end
    where c.id = contact.id returning * into contact;
    if is_moved then
      perform private.readdress_mail(contact.id, clean_email);
      perform private.schedule_reminder(r, contact.id)
      from public.requests r
      join public.request_contacts rc on rc.request_id = r.id
      where rc.contact_id = contact.id and r.status = 'open';
    end if;
  end if;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.saved', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id, 'version', contact.version);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;

create or replace function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '10s'
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- The client of each row alone, and the client of all rows with the same name or reference.
  known jsonb;
  ids jsonb;
  key text;
  owner_id uuid;
  added_id uuid;
  is_new boolean;
  clients int := 0;
  contacts int := 0;
  skipped jsonb := '[]';
begin
  if jsonb_typeof(coalesce(import_clients.rows, 'null')) <> 'array' then
    perform private.invalid('rows', 'type');
  elsif jsonb_array_length(import_clients.rows) = 0 then
    perform private.invalid('rows', 'required');
  elsif jsonb_array_length(import_clients.rows) > 1000
    or octet_length(import_clients.rows::text) > 1048576 then
    perform private.invalid('rows', 'length', '{"min":1,"max":1000,"max_bytes":1048576}');
  end if;
  -- A firm runs one import at a time. If a file is sent twice, the second call finds the rows of
  -- the first.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import_clients.org_id, 0));
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object(
      'created', 0, 'contacts', 0, 'skipped', skipped, 'errors', checked.errors);
  end if;
  select jsonb_agg(private.known_client(import_clients.org_id, element) order by place) into known
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  -- Uses the client of the first row, because an object keeps the last of equal keys.
  select coalesce(
    jsonb_object_agg(private.client_row_key(element), known ->> (place::int - 1) order by place desc)
      filter (where known ->> (place::int - 1) is not null), '{}') into ids
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  for client_row, row_no in
    select element, place from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place)
    order by place
  loop
    key := private.client_row_key(client_row);
    is_new := false;
    owner_id := coalesce(known ->> (row_no - 1), ids ->> key)::uuid;
    if owner_id is null then
      insert into public.clients (org_id, name, ref)
      values (import_clients.org_id, client_row ->> 'name', client_row ->> 'ref')
      returning id into owner_id;
      ids := ids || jsonb_build_object(key, owner_id);
      clients := clients + 1;
      is_new := true;
      perform private.record_event(
        actor, import_clients.org_id, null, 'client.saved', 'client', owner_id);
    end if;
    if client_row ->> 'contact_email' is not null then
      insert into public.contacts (org_id, client_id, name, email)
      values (
        import_clients.org_id, owner_id, client_row ->> 'contact_name',
        client_row ->> 'contact_email')
      on conflict on constraint contacts_client_id_email_key do nothing
      returning id into added_id;
      if found then
        contacts := contacts + 1;
        is_new := true;
        perform private.record_event(
          actor, import_clients.org_id, null, 'contact.saved', 'contact', added_id,
          jsonb_build_object('client_id', owner_id));
      end if;
    end if;
    if not is_new then
      skipped := skipped || to_jsonb(row_no);
    end if;
  end loop;
  return jsonb_build_object(
    'created', clients, 'contacts', contacts, 'skipped', skipped, 'errors', '[]'::jsonb);
exception when unique_violation then
  -- Another transaction used a reference after the check.
  perform private.invalid('rows', 'unique');
end
$$;

create or replace function private.set_items(request public.requests, items jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  item_id uuid;
  kept uuid[] := '{}';
  no int := 0;
begin
  if jsonb_typeof(coalesce(items, '[]')) <> 'array' then
    perform private.invalid('items', 'type');
  elsif jsonb_array_length(coalesce(items, '[]')) > 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  delete from public.items i
  where i.request_id = request.id and i.id::text not in (
    select value ->> 'id' from jsonb_array_elements(coalesce(items, '[]'))
    where value ->> 'id' is not null);
  for item in select value from jsonb_array_elements(coalesce(items, '[]')) loop
    if jsonb_typeof(item) <> 'object' then
      perform private.invalid('items', 'type');
    end if;
    item_id := case
      when item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (item ->> 'id')::uuid end;
    -- Create a deleted item again, but refuse an item of another request.
    if not exists (select from public.items i where i.id = item_id) then
      item_id := null;
    end if;
    kept := kept || private.write_item(
      request.org_id, request.id, item_id, no + 1,
      private.clean_item(item, format('items.%s.', no), false));
    no := no + 1;
  end loop;
  return kept;
end
$$;

create or replace function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- If no item is required, all items count. Otherwise, the first decision would complete the
      -- request.
      and (i.required or not exists (
        select from public.items other where other.request_id = request.id and other.required))
  ) then
    return request;
  end if;
  request := private.close_request(
    request, private.system_actor(), 'complete', 'request.completed');
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return request;
end
$$;

create or replace function private.draft_of(item public.items, actor private.actor)
returns public.submissions
language plpgsql security definer set search_path = ''
as $$
declare
  draft public.submissions;
  last public.submissions;
begin
  select * into draft from public.submissions s
  where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    last := private.last_sent(item.id);
    -- The next draft starts with the returned answer. After a partial acceptance, it starts empty,
    -- because something else is needed.
    insert into public.submissions (
      org_id, request_id, item_id, no, author_id, answer, client_note, not_applicable)
    values (
      item.org_id, item.request_id, item.id, coalesce(last.no, 0) + 1, actor.id,
      case when last.status = 'returned' then last.answer end,
      case when last.status = 'returned' then last.client_note else '' end,
      last.status is not distinct from 'returned' and last.not_applicable)
    returning * into draft;
    perform private.record_event(
      actor, item.org_id, item.request_id, 'submission.started', 'submission', draft.id,
      jsonb_build_object('item_id', item.id, 'no', draft.no));
  elsif actor.kind = 'staff' and draft.author_id <> actor.id then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  return draft;
end
$$;

create or replace function public.withdraw_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(withdraw_item.item_id);
  item public.items;
  submission public.submissions;
  request public.requests;
begin
  request := private.lock_request(
    (select i.request_id from public.items i where i.id = withdraw_item.item_id), '{open}');
  select * into item from public.items i where i.id = withdraw_item.item_id;
  select * into submission from public.submissions s
  where s.item_id = item.id and s.status = 'submitted';
  if item.status <> 'submitted' or submission.id is null
    or (actor.kind = 'staff' and submission.submitted_by <> actor.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  -- Count each person separately, so that one contact cannot use up the withdrawals of the others.
  perform private.limit_per_hour(item, 'withdrawals', 20, (
    select array_agg(e.at order by e.at desc) from public.events e
    where e.entity_id = item.id and e.action = 'item.withdrawn' and e.actor_id = actor.id
      and e.at > private.clock() - interval '1 hour'));
  update public.submissions s set
    status = 'draft', submitted_by = null, submitted_kind = null, submitted_at = null
  where s.id = submission.id;
  update public.files f set shared_at = null where f.submission_id = submission.id;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.drop_digest_entry('staff_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.withdrawn', 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.settle_request(request);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;

create or replace function public.files_to_inspect(max_rows int default 20)
returns table (file_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select f.id from public.files f join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and t.tries >= 8 and t.not_before <= private.clock()
    order by t.not_before, f.id limit 100 for update of f skip locked
  loop
    perform private.settle_inspection(lost.id, 'rejected', null, null, 'upload_incomplete');
  end loop;
  for lost in
    select f.id, coalesce(t.tries, 0) as tries
    from public.files f left join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
      and (t.file_id is null or (
        t.tries < 8 and t.not_before <= private.clock()
        and coalesce(t.claimed_until <= private.clock(), true)))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Count the try before the inspection, because a crash may end the inspection.
    insert into private.inspections (file_id, tries, not_before)
    values (lost.id, 1, private.clock() + interval '1 minute')
    on conflict on constraint inspections_pkey do update set
      tries = excluded.tries + lost.tries,
      not_before = private.clock() + interval '1 minute' * 2 ^ lost.tries;
    files_to_inspect.file_id := lost.id;
    return next;
  end loop;
end
$$;

create or replace function public.undo_decision(item_id uuid, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(undo_decision.item_id));
  request public.requests := private.lock_request(
    private.request_of(undo_decision.item_id), '{open,complete}');
  item public.items;
  newest public.submissions;
begin
  select * into item from public.items i where i.id = undo_decision.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  select * into newest from public.submissions s
  where s.item_id = item.id order by s.no desc limit 1;
  if item.status not in ('accepted', 'partial', 'returned', 'waived')
    or (item.status <> 'waived' and newest.status = 'draft') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  if item.status <> 'waived' then
    update public.submissions s set
      status = 'submitted', decision_note = null, decided_by = null, decided_at = null
    where s.id = newest.id;
    perform private.drop_digest_entry('decision_digest', item);
  end if;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.undone', 'item', item.id,
    jsonb_build_object('submission_id', newest.id, 'no', newest.no, 'status', item.status));
  if request.status = 'complete' then
    request := private.reopen(request, actor);
  else
    -- Waiving removed the earlier decision from its digest, so add it again.
    perform private.mail_untold_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;

create or replace function private.ready_items(request_id uuid) returns table (
  item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.title, s.no, s.version
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = 'draft'
  join public.requests r on r.id = i.request_id and r.status = 'open'
  where i.request_id = ready_items.request_id and i.status in ('open', 'partial', 'returned')
    -- Leave out drafts of staff on behalf of a contact, because staff submit those.
    and not exists (
      select from public.memberships m where m.org_id = i.org_id and m.user_id = s.author_id)
    and private.is_ready(i, s)
  order by i.position
$$;

create or replace function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- If staff corrected the address, another email contains the reminder.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'deferred', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.' || reminder.status,
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end if;
  return new;
end
$$;

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb, logo_path text,
  brand_color text)
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Emails that are cancelled here must not delay the due emails behind them.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- If the first email about a request is being sent, wait with the email about its end. The
        -- first email may still be cancelled, and then its reader gets neither.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- A run claimed this email and was interrupted, which counts as an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
        continue;
      end if;
      content := private.prepare_mail(mail);
      if content is null then
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, attempts = mail.attempts,
        lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color
        from (values (mail.org_id)) claimed_mail (org_id)
        left join public.orgs o on o.id = claimed_mail.org_id
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;

create or replace function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- To avoid deadlocks, all functions lock requests before emails and contacts. Until this
  -- transaction ends, no other one can plan reminders.
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = mail.contact_id order by r.id for no key update of r;
  select * into mail from private.outbox m where m.id = mail.id for update;
  if mail.id is null then
    return false;
  elsif mail.status = 'bounced' then
    return true;
  end if;
  update private.outbox m set
    status = 'bounced', lease_until = null,
    provider_id = coalesce(m.provider_id, record_bounce.provider_id)
  where m.id = mail.id;
  perform private.record_mail_event(mail, 'mail.bounced');
  update public.contacts c set status = 'bounced'
  where c.id = mail.contact_id and c.status = 'active' and c.email::text = lower(mail.to_email);
  if found then
    perform private.cancel_mail(null, mail.contact_id, null);
    perform private.end_reminders(rc.request_id, rc.contact_id)
    from public.request_contacts rc where rc.contact_id = mail.contact_id
    order by rc.request_id;
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = mail.contact_id and r.status = 'open';
  end if;
  return true;
end
$$;

create or replace function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(m.not_before + case
      -- A plan may contain two consecutive days, so the wait is two hours shorter than a day. The
      -- two hours allow for a busy morning and a clock change.
      when r.manual = false then interval '22 hours'
      else interval '24 hours' end)
    from private.outbox m
    left join public.reminders r on r.id = (m.data ->> 'reminder_id')::uuid
    where m.request_id = request.id and m.contact_id = asked_until.contact_id
      and m.kind in ('request_sent', 'request_reopened', 'reminder')
      and m.status in ('queued', 'deferred', 'sending', 'sent'));
end
$$;

create or replace function private.lock_recipients(addresses text[]) returns void
language sql security definer set search_path = ''
as $$
  -- Lock addresses in a fixed order, so that two firms with the same contacts never wait for each
  -- other.
  select pg_advisory_xact_lock(hashtextextended('first_emails_to:' || address, 0))
  from (select distinct lower(a) as address from unnest(addresses) a order by 1) sorted
$$;

create or replace function public.begin_export(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(begin_export.request_id);
  request public.requests;
  file_count bigint;
  total_bytes bigint;
  token_seconds double precision;
begin
  select * into request from public.requests r where r.id = begin_export.request_id;
  perform private.require_step_up(request.org_id);
  if request.status = 'draft' then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  select count(*), coalesce(sum(f.bytes), 0) into file_count, total_bytes
  from public.files f
  join public.submissions s on s.id = f.submission_id and s.status in ('accepted', 'partial')
  where f.org_id = request.org_id and f.request_id = request.id and f.status = 'ready';
  if file_count > 5000 or total_bytes > 5368709120 then
    perform private.refuse(413, 'export_too_large', jsonb_build_object(
      'files', file_count, 'bytes', total_bytes, 'max_files', 5000, 'max_bytes', 5368709120));
  end if;
  -- All files are read with the same access token. It must stay valid for a download at 4 MB a
  -- second plus one minute. A token without an expiry never ends.
  token_seconds := (auth.jwt() ->> 'exp')::double precision
    - extract(epoch from private.clock())::double precision;
  if token_seconds < 60 + total_bytes / 4000000.0 then
    perform private.refuse(403, 'session_expired');
  end if;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.exported', 'request', request.id,
    jsonb_build_object('files', file_count));
  return jsonb_build_object(
    'request_id', request.id, 'files', file_count, 'bytes', total_bytes);
end
$$;

create or replace function private.require_account_step_up() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  strict_org_id uuid := (
    select o.id from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null and o.require_mfa
    where m.user_id = auth.uid() and m.status = 'active'
    limit 1);
begin
  -- If no firm requires a factor, this still requires a live session and the user's own factor.
  perform private.require_step_up(strict_org_id);
end
$$;

create or replace function public.check_factor_reset(org_id uuid, user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(check_factor_reset.org_id, '{owner}');
  perform private.require_step_up(check_factor_reset.org_id);
  if not exists (
    select from public.memberships m
    where m.org_id = check_factor_reset.org_id and m.user_id = check_factor_reset.user_id
      and m.status <> 'removed'
  ) then
    perform private.refuse(404, 'not_found');
  elsif exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_factor_reset.user_id and m.org_id <> check_factor_reset.org_id
      and m.status <> 'removed'
  ) then
    -- Refuse, because the factor also protects the member's other firm.
    perform private.refuse(409, 'member_elsewhere');
  end if;
  return jsonb_build_object('user_id', check_factor_reset.user_id);
end
$$;

create or replace function private.drop_prepared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only administrators create and confirm a user in one transaction. Keep what they set.
  if current_setting('dossier.new_user', true) = new.id::text then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := '';
  end if;
  update public.profiles p set name = '' where p.user_id = new.id and p.name <> '';
  return new;
end
$$;

create or replace function public.purge_orgs() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  doomed uuid;
  deleted int;
begin
  select o.id into doomed from public.orgs o
  where o.deleted_at < private.clock() - interval '30 days'
  order by o.deleted_at limit 1 for update skip locked;
  if doomed is null then
    return 0;
  end if;
  -- Delete in parts, so that no call takes long: first events, then requests, then the rest.
  delete from public.events e where e.id in (
    select slice.id from public.events slice
    where slice.org_id = doomed order by slice.id limit 10000);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.requests r where r.id in (
    select slice.id from public.requests slice where slice.org_id = doomed limit 50);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.orgs o where o.id = doomed;
  return 1;
end
$$;

create or replace function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Wait two days. An interrupted upload may end up to a day after its row was deleted.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- An object that a row uses is recorded again when the row releases it. Checks before and under
  -- the lock, because a row may release it in between.
  for noted in
    select p.bucket, p.path from private.orphans p
    where p.bucket = 'images' and p.since <= private.clock()
      and private.is_kept(p.bucket, p.path)
    order by p.since limit 1000 for update skip locked
  loop
    delete from private.orphans p
    where p.bucket = noted.bucket and p.path = noted.path and private.is_kept(p.bucket, p.path);
  end loop;
  return query
    select p.bucket, p.path from private.orphans p
    join storage.objects o on o.bucket_id = p.bucket and o.name = p.path
    where p.since <= private.clock() and not private.is_kept(p.bucket, p.path)
    order by p.since limit max_rows;
end
$$;

create or replace function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Count again, one insert per folder at a time. Parallel uploads pass the policy before the first
  -- of them is stored.
  perform pg_advisory_xact_lock(hashtextextended('images:' || folder, 0));
  if (
    select count(*) from storage.objects o
    where o.bucket_id = 'images'
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0'
  ) > 20 then
    raise exception 'a folder holds at most twenty pictures' using errcode = '42501';
  end if;
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;
