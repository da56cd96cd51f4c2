-- Says the comments of the catalog more plainly. No object changes.

comment on function private.clock() is
  'Returns the time that every function uses. Only a session of the database owner may move it, '
  'with the setting dossier.clock.';

comment on function private.invalid(text, text, jsonb) is
  'Refuses one field with a rule: required, length, format, range, unique, type or name.';

comment on function private.is_date(text) is
  'Returns whether the text is a date that exists. pg_input_is_valid needs PostgreSQL 16, and '
  'some projects use 15.';

comment on function private.clean_line(text, text, int, int) is
  'Trims, normalizes (NFC) and checks a text of one line.';

comment on function private.clean_email(text, text) is
  'Checks an email address and returns it in lower case, the form in which addresses are '
  'compared.';

comment on function private.mask_email(text) is
  'Masks an email address so that only its owner recognizes it.';

comment on function private.touch() is
  'Sets updated_at on every change.';

comment on type private.actor is
  'The actor of a change: kind (staff, contact, user or system), auth user, and the name at '
  'that time.';

comment on function private.system_actor() is
  'Returns the actor of changes that no person asked for.';

comment on function private.live_user_id() is
  'Returns the caller, or null if their session has ended. Signing out deletes the row of the '
  'session, but the access token stays valid for up to an hour, so policies and functions use '
  'this instead of auth.uid().';

comment on function public.is_session_live() is
  'Returns whether the caller''s session still exists. Pages call it after a refusal or an '
  'empty result, to show the reason.';

comment on function private.require_user() is
  'Returns the caller, or refuses the call if their session has ended.';

comment on function private.has_recent_otp() is
  'Returns whether the user entered an emailed code in this session within 30 days. A contact '
  'needs this to open requests.';

comment on function private.has_recent_factor() is
  'Returns whether the user verified a second factor in this session within 15 minutes, as '
  'step-up requires.';

comment on function private.is_factor_unshown() is
  'Returns whether the caller has a verified factor that was not used in this session.';

comment on function public.is_factor_due() is
  'Returns whether pages require the second factor before they show anything.';

comment on function private.my_org_ids() is
  'Returns the firms where the caller is active staff.';

comment on function private.my_gated_org_ids() is
  'Returns the caller''s firms that need a second factor first: the firm requires one, or the '
  'caller owns the firm and has not used it.';

comment on function private.my_admin_org_ids() is
  'Returns the firms where the caller is an active owner or admin.';

comment on function private.my_member_ids() is
  'Returns current and former members of the caller''s firms, without firms that require a '
  'second factor first.';

comment on function private.my_contact_ids() is
  'Returns the contacts of the caller, if the user entered an emailed code in this session '
  'within 30 days.';

comment on function private.my_request_ids() is
  'Returns the requests that the caller answers as a contact: open ones, and complete ones for '
  '90 days.';

comment on function private.require_staff(uuid, text[]) is
  'Returns the caller as staff of the firm, or refuses as if the firm did not exist.';

comment on function private.require_step_up(uuid) is
  'Requires a live session. If the user has a factor or the firm requires one, it must have '
  'been verified within 15 minutes.';

comment on function private.strip_format(text) is
  'Removes characters that are invisible or change the direction of text, except joiners that '
  'scripts and emoji need.';

comment on function private.is_own_name(text) is
  'Returns whether a text looks like the name Dossier, also in similar letters.';

comment on function private.is_bad_name(text, boolean) is
  'Returns whether a name looks like a link or an address, or, for a firm, like Dossier.';

comment on function private.clean_name(text, text, int, int, boolean) is
  'Checks a name as clean_line does, and refuses links, addresses and invisible characters. The '
  'name of a firm also cannot contain @ < > " \ or Dossier.';

comment on table public.events is
  'Changes with their actor, chained by SHA-256. Besides the actor''s name, rows contain only '
  'ids and statuses.';

comment on column public.events.chain is
  'The id of the request, else of the firm. Without a foreign key, because events remain after '
  'a purge.';

comment on function private.event_hash(text, public.events) is
  'Computes the hash of an event.';

comment on function private.record_event(private.actor, uuid, uuid, text, text, uuid, jsonb) is
  'Adds an event. The only function that writes events; call it in the transaction of the '
  'change.';

comment on function public.verify_audit(uuid, bigint) is
  'Recomputes a page of 10,000 events and returns the first that does not match its chain.';

comment on function public.list_audit_people(uuid, int) is
  'Returns everyone with an event in the firm, with their last name, latest first: current and '
  'former staff, and contacts.';

comment on function private.last_actor_name(uuid, uuid, uuid) is
  'Returns the name of the last person who changed an object, for version conflicts.';

comment on function private.check_version(int, int, uuid, uuid, uuid) is
  'Refuses a change that is based on an older version.';

comment on function private.create_profile() is
  'Creates the profile of a new auth user, without a name that is not allowed. Never refuses a '
  'sign-up.';

comment on function private.require_shown_factor() is
  'Refuses a change by a user who has a second factor and has not used it in this session.';

comment on function private.user_name(uuid) is
  'Returns the name that events store for a user.';

comment on function private.orphan_avatar() is
  'Marks the former avatar for deletion when a user changes it or is deleted.';

comment on column public.orgs.reminder_every is
  'Number of days between reminders after the last of reminder_days.';

comment on column public.orgs.deleted_at is
  'Access ends at once. The rows are deleted 30 days later.';

comment on function private.clean_slug(text) is
  'Checks the format of a firm''s slug and refuses reserved words.';

comment on function public.create_org(text, text, text) is
  'Creates a firm and makes the caller its owner.';

comment on function private.orphan_logo() is
  'Marks the former logo for deletion when a firm changes it or is deleted.';

comment on table public.memberships is
  'Staff of a firm. user_id has no foreign key, so that past members remain after their account '
  'is deleted.';

comment on function private.check_staff_limit(uuid) is
  'Locks the firm and refuses the fifty-first member.';

comment on function private.lock_member(uuid, uuid, text[]) is
  'Locks the firm''s staff and returns a membership in one of these states. Call it after a '
  'permission check.';

comment on function private.manage_member(uuid, uuid, text[]) is
  'Returns a membership that the caller may change: owners may change all, admins all but those '
  'of owners.';

comment on function private.keep_an_owner(public.memberships) is
  'Refuses to remove the last active owner of a firm.';

comment on function private.may_invite(uuid, uuid, text) is
  'Returns whether a user may give this role in the firm now: owners every role, admins every '
  'role but owner.';

comment on function private.revoke_invitations_of(private.actor, public.memberships) is
  'Revokes pending invitations whose author may no longer create them.';

comment on function private.mail_owners(private.actor, public.memberships, text, text) is
  'Queues an email to the owners about a change of an owner, and to the person who was removed.';

comment on function private.set_member(private.actor, public.memberships, text, text, text) is
  'Stores a membership''s new state, and its consequences: the event, revoked invitations and '
  'notices to owners.';

comment on function private.end_membership(private.actor, public.memberships) is
  'Ends a membership and unassigns its requests. The caller checks that an owner remains.';

comment on function private.acting_staff() is
  'Returns the caller as staff, for events. Checks no permission: do that first.';

comment on function public.suspend_member(uuid, uuid) is
  'Suspends a member until they are restored.';

comment on function public.restore_member(uuid, uuid) is
  'Restores a suspended member.';

comment on function public.remove_member(uuid, uuid) is
  'Removes a member, or the caller: everyone but the last owner may leave.';

comment on function public.change_role(uuid, uuid, text) is
  'Changes a member''s role. Only owners may add or remove owners.';

comment on function public.list_staff(uuid) is
  'Returns each member''s email address and number of verified factors. Returns nothing else '
  'about the factors.';

comment on table public.invitations is
  'Invitations to join as staff. An invitation grants nothing until its code is entered.';

comment on column public.invitations.ended_by_rights is
  'True if the invitation was revoked because its author may no longer give that role. The team '
  'page shows it until the address is invited again.';

comment on function private.mail_invitation(public.invitations) is
  'Queues the email of an invitation.';

comment on function private.pending_invitation(uuid) is
  'Locks an invitation that can still be used. Call it after the permission check.';

comment on function private.require_inviter(uuid) is
  'Returns the caller, or refuses if they may not resend or revoke the invitation.';

comment on function public.create_invitation(uuid, text, text) is
  'Invites an address to join. Only owners may invite owners.';

comment on function public.resend_invitation(uuid) is
  'Sends a pending invitation again, at the earliest after ten minutes and at most five times. '
  'It is then valid for seven more days.';

comment on function public.revoke_invitation(uuid) is
  'Revokes a pending invitation.';

comment on function public.get_invitation(uuid) is
  'Returns the public facts about an invitation to anyone with its link.';

comment on function public.accept_invitation(uuid) is
  'Joins the firm. The caller must have entered a code sent to the invited address in this '
  'session.';

comment on function public.update_org(uuid, text, text, text, text, text) is
  'Changes the name and contact details of a firm. After a change of the slug, old links to '
  'staff pages stop working.';

comment on function public.set_reminder_policy(uuid, int[], int) is
  'Sets the days before (negative) and after the due date, then the interval in days; 0 for no '
  'more reminders. Open requests follow.';

comment on function public.set_retention(uuid, int) is
  'Sets how many days after its closing an archived request is kept.';

comment on function public.set_require_mfa(uuid, boolean) is
  'Sets whether all staff need a second factor. Contacts are not affected.';

comment on function public.delete_org(uuid) is
  'Deletes a firm: access, emails, reminders, invitations and logo at once, and its rows after '
  '30 days.';

comment on function public.archive_client(uuid, boolean) is
  'Archives or restores a client.';

comment on table public.contacts is
  'People who answer for a client. They sign in with emailed codes.';

comment on column public.contacts.user_id is
  'Auth user, linked when the first email is delivered.';

comment on column public.contacts.address_given_up is
  'A unique value after another contact took the address of this removed one; null while this '
  'contact has the address.';

comment on column public.contacts.email_pref is
  'all, or no_reminders after the contact stopped reminders.';

comment on column public.contacts.opt_out_reason is
  'The reason for opting out: no email from this firm, no longer working for the client, or '
  'never the right person.';

comment on function private.keep_email_stop() is
  'Refuses to activate a contact whose address gets no email, whichever statement adds or '
  'changes it.';

comment on function public.save_contact(uuid, uuid, text, text, uuid, int) is
  'Adds or changes a contact. A new address unlinks the user, clears a bounce and gets the open '
  'requests.';

comment on function public.remove_contact(uuid) is
  'Ends a contact''s access. Refuses while an open request has no other active recipient.';

comment on function public.link_contact(uuid, text, uuid) is
  'System: links a contact to the auth user of its address, if the address is still the same.';

comment on function private.unlink_contacts() is
  'Unlinks an account from contacts with other addresses. The next email links them again.';

comment on function private.clean_client_row(jsonb) is
  'Checks one row: name, ref?, contact_name?, contact_email?. A contact without a name gets the '
  'client''s.';

comment on function private.client_row_key(jsonb) is
  'Returns the key of a row. Rows with the same key are one client with several contacts.';

comment on function private.known_client(uuid, jsonb) is
  'Returns the existing client of a row: by its name, its reference, or its contact if one of '
  'the two has no reference.';

comment on function private.check_client_row(uuid, jsonb, jsonb) is
  'Refuses a reference that another client has, and a repeated row without a new contact.';

comment on function private.clean_client_rows(uuid, jsonb) is
  'Returns the rows as they would be stored, and the errors of the others by row number, from '
  '1.';

comment on function public.import_clients(uuid, jsonb) is
  'Imports up to 1,000 rows of clients and contacts. Skips what exists. With any error it '
  'writes nothing and returns all errors.';

comment on function public.list_names_to_change(uuid) is
  'Returns names of a firm, its clients and contacts that were stored before the rules for '
  'names. Their next save is refused.';

comment on table public.templates is
  'Checklists from which requests are created.';

comment on table public.template_items is
  'Items of a template, with the columns of items.';

comment on function private.set_template_items(public.templates, jsonb) is
  'Replaces the items of a template by this ordered list.';

comment on function public.archive_template(uuid, boolean) is
  'Archives or restores a template.';

comment on table private.starter_templates is
  'Templates that every new firm gets.';

comment on table public.requests is
  'Checklists that are sent to the contacts of one client.';

comment on column public.requests.public_id is
  'The id in the permanent link of the request. It grants nothing.';

comment on column public.requests.saved_by is
  'The user who saved this version; null for the system.';

comment on table public.request_contacts is
  'The recipients of a request, and when they first opened it.';

comment on column public.request_contacts.opened_email is
  'The address that opened the request last. After a correction of the address, the new one has '
  'not shown that it expects email.';

comment on function private.require_request_staff(uuid) is
  'Returns the caller as staff of the request''s firm, or refuses.';

comment on function private.require_party(uuid) is
  'Returns the caller as a contact of the request, else as staff acting on behalf of the '
  'client, or refuses.';

comment on function private.lock_request(uuid, text[]) is
  'Locks a request until the transaction ends, or refuses if it is in another state. Call it '
  'after the permission check.';

comment on function private.request_result(public.requests) is
  'Builds the result of functions that change a request.';

comment on function public.get_public_request(text) is
  'Returns the public facts to anyone with the link: the firm, whether the request is open, and '
  'whether it was deleted.';

comment on function public.had_request_access(text) is
  'Returns whether the caller is or was a recipient: they opened the request, or entered a code '
  'for an address that got it.';

comment on function public.open_request(text) is
  'Opens a request for a recipient, and records the first time for each address.';

comment on function public.list_my_requests() is
  'Returns the caller''s requests as a contact of any firm, with progress and the firm''s '
  'address for questions.';

comment on function private.note_saver() is
  'Stores the user who saves a new version.';

comment on function private.end_waiting() is
  'Removes the items of a cancelled request from the inbox.';

comment on function private.ping_request() is
  'Broadcasts that a request has changed.';

comment on function private.set_recipients(public.requests, uuid[]) is
  'Replaces the recipients of a draft by these contacts.';

comment on function private.set_items(public.requests, jsonb) is
  'Replaces the items of a draft by this ordered list and returns their ids.';

comment on function private.check_due_on(date, text) is
  'Checks that a due date is between today and two years from now, in the firm''s time zone.';

comment on function public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int) is
  'Saves a draft. Texts may be incomplete but not too long. items is the complete ordered list.';

comment on function public.delete_draft(uuid) is
  'Deletes a draft.';

comment on function private.check_sendable(public.requests) is
  'Validates a draft completely, before it is sent.';

comment on function public.send_request(uuid, int) is
  'Sends a draft: opens it for its contacts and queues their emails.';

comment on table public.items is
  'Items of a request: each asks for one file, text, choice or date and gets its own decision.';

comment on column public.items.submitted_at is
  'When the answer to review was submitted; null unless the item is submitted and its request '
  'open.';

comment on function private.clean_choices(jsonb, text, boolean) is
  'Checks the options of a choice: {"choices": [2–30 texts], "multiple": boolean}.';

comment on function private.clean_item(jsonb, text, boolean) is
  'Checks the definition of an item. field is the prefix of refused fields. A draft that is not '
  'strict may be incomplete.';

comment on function private.item_definition(public.items) is
  'Returns the definition of an item in the format of clean_item.';

comment on function private.request_of(uuid) is
  'Returns the request of an item.';

comment on function private.derived_status(uuid) is
  'Returns the status of the newest submission that is no draft, else open.';

comment on function private.set_item_status(uuid, text, text) is
  'Sets the status of an item. Every change is a version.';

comment on function private.lock_answerable(uuid) is
  'Locks the request and returns the item, or refuses if it cannot be answered now.';

comment on function private.require_item_party(uuid) is
  'Returns the caller as contact or staff of the item''s request, or refuses.';

comment on function private.limit_per_hour(public.items, text, int, timestamptz[]) is
  'Refuses an action that one person took on an item max_times within the last hour. latest has '
  'the times, newest first.';

comment on function private.ping_item() is
  'Broadcasts that an item has changed.';

comment on function public.update_request(uuid, text, text, date, uuid, boolean, int) is
  'Changes the texts, due date, assignee and reminders of a draft or open request. A new date '
  'moves the reminders.';

comment on function private.change_recipients(public.requests, private.actor, uuid, text) is
  'Saves a change of recipients as a new version of the request and records it.';

comment on function public.add_recipient(uuid, uuid) is
  'Adds a contact of the client to a request and emails them. Repeating changes nothing.';

comment on function public.remove_recipient(uuid, uuid) is
  'Ends a contact''s access to one request. One active recipient must remain.';

comment on function private.lock_item(uuid) is
  'Locks the open request of an item and returns the item. Call it after the permission check.';

comment on function private.item_place(public.items) is
  'Builds the result of functions that edit items.';

comment on function private.change_item(private.actor, public.requests, uuid, jsonb, int) is
  'Changes the texts of an item, but not its kind.';

comment on function private.add_item(private.actor, public.requests, jsonb) is
  'Adds an item at the end of an open request.';

comment on function public.save_item(
  uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) is
  'Adds an item at the end of an open request, or changes the texts of one. The kind cannot '
  'change.';

comment on function public.move_item(uuid, int) is
  'Moves an item to another position.';

comment on function public.remove_item(uuid) is
  'Removes an item that has no answer from an open request. The last item must remain.';

comment on function private.close_request(public.requests, private.actor, text, text, text) is
  'Closes a request and cancels its queued emails and reminders.';

comment on function private.reopen(public.requests, private.actor, text) is
  'Reopens a complete request. Without a note, contacts who did not hear of the completion get '
  'no email.';

comment on function private.settle_request(public.requests) is
  'Completes a request when its required items are accepted or waived and none is to be '
  'reviewed.';

comment on function public.complete_request(uuid, text) is
  'Completes a request early and waives its open items.';

comment on function public.reopen_request(uuid, text) is
  'Reopens a complete request. The email to its contacts contains the note.';

comment on function public.cancel_request(uuid, text) is
  'Cancels a request with a reason.';

comment on function public.archive_request(uuid) is
  'Archives a closed request. Retention counts from its closing.';

comment on function public.get_request_end(text) is
  'Returns why a request was cancelled and the drafts that the caller had saved. For its '
  'recipients only.';

comment on table public.submissions is
  'Answers to an item, from the first draft to the decision.';

comment on column public.submissions.saved_by is
  'The user who changed the draft last.';

comment on column public.submissions.submitted_kind is
  'The role in which it was submitted: contact, or staff on behalf of one.';

comment on function private.last_sent(uuid) is
  'Returns the newest submitted version of an answer.';

comment on function private.draft_of(public.items, private.actor) is
  'Returns the item''s draft and creates it if needed; after a return it has the former answer '
  'and note. Staff never change a contact''s draft.';

comment on function private.clean_answer(public.items, jsonb, boolean) is
  'Checks an answer against its item. A draft that is not strict may be incomplete.';

comment on function private.saver_name(public.submissions, private.actor) is
  'Returns the name of the last person who changed a draft. Contacts do not see each other''s '
  'names, and see the firm instead of its staff.';

comment on function public.save_answer(uuid, jsonb, boolean, text, int) is
  'Saves an answer and creates a draft if needed. Refuses if the draft has changed since the '
  'caller''s version.';

comment on function private.check_answerable(public.items, public.submissions) is
  'Checks that a draft can be submitted: a valid answer, a ready file and none pending, or a '
  'reason why the item does not apply.';

comment on function private.check_changed(public.items, public.submissions) is
  'Checks that the new submission of a returned item has another answer, other files or a new '
  'note.';

comment on function private.drop_files(public.submissions, private.actor) is
  'Removes all files of a draft. Uploads that are still running are then refused.';

comment on function public.submit_item(uuid, int, int) is
  'Submits a draft, so that staff see it. Refuses a draft that is not the expected version. '
  'Repeating the caller''s own submission with the same number changes nothing and succeeds.';

comment on function public.withdraw_item(uuid) is
  'Withdraws an answer without a decision, which becomes a draft again.';

comment on table public.files is
  'Files of items. The object is in the bucket documents at path.';

comment on column public.files.name is
  'The sender''s name for the file, used for display and export only.';

comment on column public.files.shared_at is
  'Set while its submission is submitted. Staff never read drafts.';

comment on column public.files.detected_mime is
  'The type that the inspection found; for a text file with its encoding (`; charset=utf-8` or '
  '`; charset=windows-1252`).';

comment on table private.file_types is
  'Accepted files: the canonical type of each extension and its groups.';

comment on function private.clean_file_name(text) is
  'Returns a file name without path, control and bidi characters, at most 200 characters long, '
  'with its extension.';

comment on function private.check_file(public.items, text, bigint, text) is
  'Refuses a file because of its type or size before the upload.';

comment on function public.begin_upload(uuid, text, bigint, text) is
  'Reserves a path where only the caller may store this file.';

comment on function private.require_uploader(uuid) is
  'Returns the caller, or refuses unless they may change an unshared file: its contact, or the '
  'staff member who sent it.';

comment on function public.finish_upload(uuid) is
  'Reports that the upload is complete, so that the file can be inspected. Repeating changes '
  'nothing.';

comment on function public.remove_file(uuid) is
  'Removes a file from a draft. Its object is deleted within a day.';

comment on function public.open_file(uuid) is
  'Records that the caller reads a file, and returns its location for that one time.';

comment on function private.is_reading_recorded(public.files, uuid) is
  'Returns whether open_file or begin_export has just recorded that the caller reads this file.';

comment on function public.fail_uploads() is
  'System: fails uploads that are older than 48 hours or belong to closed items.';

comment on function private.orphan_file() is
  'Marks the object of a refused, failed, removed or purged file for deletion.';

comment on function private.ping_file() is
  'Broadcasts to staff who upload on behalf of a contact that a file was inspected.';

comment on table private.inspections is
  'Files in inspection or in retry: the number of tries, and the time of the next.';

comment on column private.inspections.claimed_until is
  'Until this time only one process reads the file. The lease is never renewed, so the file is '
  'free again after a crash.';

comment on function public.get_inspection(uuid) is
  'System: returns the claimed type and the location of a file.';

comment on function public.record_inspection(uuid, text, text, text, text) is
  'System: stores the verdict on a file and returns its state afterwards.';

comment on function public.claim_inspection(uuid) is
  'System: claims a file for inspection. For two minutes no one else may claim it.';

comment on function public.files_to_inspect(int) is
  'System: returns files whose inspection did not finish, and counts a try for each: after one '
  'minute, doubling, eight tries. Then the file is refused as upload_incomplete.';

comment on function private.decision_result(public.items, public.requests) is
  'Builds the result of decisions.';

comment on function public.review_item(uuid, text, text, int) is
  'Decides a submitted item: accepted, partial (accepted, but more is needed) or returned. The '
  'last two need a note.';

comment on function public.waive_item(uuid, text, int) is
  'Waives an item. Its submissions do not change.';

comment on function public.undo_decision(uuid, int) is
  'Undoes a decision, and reopens a request that it had completed.';

comment on function private.is_ready(public.items, public.submissions) is
  'Returns whether submit_item would accept the draft now.';

comment on function private.ready_items(uuid) is
  'Returns the items of an open request whose contact has a complete draft that was not '
  'submitted, in order.';

comment on function public.list_ready_items() is
  'Returns the caller''s complete drafts, for all firms, that were not submitted.';

comment on function public.count_ready_items(uuid) is
  'Returns how many complete drafts of a request were not submitted. Staff see the number, '
  'never the drafts.';

comment on table private.outbox is
  'Emails to send, at least once. The dedupe key prevents a second one.';

comment on column private.outbox.priority is
  'Due emails are sent by priority: 0 for notices about an account or an owner, 1 for others, '
  'and 10 more after an error.';

comment on column private.outbox.last_error is
  'Why this email, or an earlier one to the same address, was not sent; null if the only reason '
  'was an outage or a limit.';

comment on column private.outbox.data is
  'Ids and reasons only. Titles are read when the email is claimed.';

comment on column private.outbox.status is
  'dead: all attempts failed, so the operator decides. cancelled: no longer needed.';

comment on column private.outbox.tries is
  'Posts that may have reached the email service, including the current one. Also the number of '
  'the lease.';

comment on column private.outbox.attempts is
  'Failed attempts that count toward status dead. Attempts during an outage of the email '
  'service do not count.';

comment on function private.enqueue_mail(private.outbox) is
  'Queues an email within the firm''s budget. Returns null if its dedupe key is known.';

comment on function private.may_record(private.outbox) is
  'Locks the chain of an emails events without waiting; false if someone else has the lock. '
  'Workers lock the email first, while others lock an email after they record an event.';

comment on function private.cancel_mail(uuid, uuid, text[]) is
  'Cancels the queued, deferred and dead emails of a request or a contact, and returns their '
  'number.';

comment on function private.is_unheard(uuid, uuid) is
  'Returns whether a contact cannot know of a request: no email about it was tried, and they '
  'never opened it.';

comment on function private.mail_recipient(public.requests, public.contacts, text, interval, jsonb) is
  'Queues an email to one recipient about this version of a request.';

comment on function private.mail_recipients(public.requests, text, interval, jsonb) is
  'Queues an email to each active recipient of a request.';

comment on function private.readdress_mail(uuid, text) is
  'Sends the queued emails and the open requests to a contact''s new address.';

comment on function private.end_unsent_reminder() is
  'Skips the reminder of a cancelled email, fails the reminder of an email that bounced before '
  'it was reported as sent, and records both.';

comment on function private.add_digest_entry(private.outbox, uuid) is
  'Adds an item to the reader''s queued digest that was never tried, or creates a digest.';

comment on function private.drop_digest_entry(text, public.items) is
  'Removes an item from queued digests, and cancels an empty digest.';

comment on function private.mail_decision_to(public.items, public.requests, public.contacts) is
  'Queues an email to one recipient about returned items, to be sent in five minutes.';

comment on function private.mail_decision(public.items) is
  'Queues an email to the recipients about returned items, to be sent in five minutes.';

comment on function private.mail_untold_decisions(public.requests, public.contacts, uuid) is
  'Queues an email about current decisions whose earlier email was cancelled before it was '
  'sent.';

comment on function private.staff_readers(uuid) is
  'Returns the staff who get emails about a request: its assignee, else its creator, else the '
  'owners.';

comment on function private.mail_staff(public.items) is
  'Queues an email to the firm about items to review, to be sent in fifteen minutes.';

comment on function private.mail_items(private.outbox, text[]) is
  'Returns the items of a digest in their current state; null if none is left.';

comment on function private.invitation_mail_data(private.outbox) is
  'Returns the content of an invitation''s email; null if it is no longer pending or its author '
  'may no longer create it.';

comment on function private.owner_mail_data(private.outbox) is
  'Returns the change of an owner, with its actor and time; null if the reader is no longer an '
  'owner.';

comment on function private.mail_data(private.outbox) is
  'Returns the current content of an email; null if there is nothing left to say.';

comment on function private.is_mail_wanted(private.outbox) is
  'Returns whether an email is still needed: the firm exists, the request is in the state that '
  'the email is about, and the contact is a recipient who knows of it.';

comment on function private.pass_on_digest(private.outbox) is
  'Queues a digest for the staff who now get emails about the request. Returns false if this '
  'digest already goes to them.';

comment on function private.follow_contact(private.outbox) is
  'Queues an email again for the contact''s current address. Returns false if it already goes '
  'there.';

comment on function private.record_mail_event(private.outbox, text) is
  'Records the outcome of an email in the chain of the firm or the request.';

comment on function private.attempt_wait(int) is
  'Returns the wait after a number of failed attempts: one minute, doubling up to two hours; '
  'null after 72 hours of waits.';

comment on function private.prepare_mail(private.outbox) is
  'Returns the content of an email, or cancels it and returns null if it is no longer needed.';

comment on function public.claim_mail(int) is
  'System: claims due emails for two minutes and returns them with their content.';

comment on function public.check_mail(uuid, int) is
  'System: returns whether a claimed email may be posted now, or cancels it if its request was '
  'closed or its reader left.';

comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: stores the result of a post: sent, failed, retry, refused, paused or limited. '
  'Retries continue for 72 hours. Only the holder of the lease may report.';

comment on function private.mail_runs() is
  'Returns how many runs of deliver-email the outbox needs in addition to the sweep: one for '
  'every 500 emails, at most 8.';

comment on function public.record_bounce(text, uuid) is
  'System: records a bounce. Returns false if the email is not ours. Repeating changes nothing.';

comment on table public.reminders is
  'Reminders, one for each contact, request and time.';

comment on column public.reminders.manual is
  'True if staff sent it, false if the plan did.';

comment on function private.next_reminder_at(public.requests, timestamptz) is
  'Returns the next planned morning after a time; null when the plan has ended.';

comment on function private.awake_at(public.requests, timestamptz) is
  'Returns the time itself between 8:00 and 20:00 of a working day, else 9:00 of the firm''s '
  'next working day; null later than 60 days after sending.';

comment on function private.asked_until(public.requests, uuid) is
  'Returns until when a recent email prevents a planned reminder; null without one.';

comment on function private.next_reminder_of(public.requests, uuid) is
  'Returns the next planned morning for a contact without a recent email; null when the plan '
  'has ended.';

comment on function private.schedule_reminder(public.requests, uuid) is
  'Plans a contact''s next reminder: at most eight, and none later than 60 days after sending.';

comment on function private.end_reminders(uuid, uuid) is
  'Skips the planned reminders of a request or one of its contacts. Queued ones end with their '
  'email.';

comment on function private.replan_reminder(public.requests, uuid) is
  'Moves a contact''s next reminder to the time that dates, plan and the last email require '
  'now, or plans one.';

comment on function private.replan_reminders(public.requests) is
  'Moves the next reminders of an open request to the times that its due date and the firm''s '
  'plan require now.';

comment on function private.has_work_left(uuid) is
  'Returns whether the contacts still have items to answer.';

comment on function private.queue_reminder(public.reminders, private.actor) is
  'Queues the email of a reminder.';

comment on function public.queue_reminders(int) is
  'System: queues or skips due reminders, moves them out of quiet hours and away from a recent '
  'email, and plans the next ones.';

comment on function public.remind_contacts(uuid) is
  'Reminds every active recipient whose first email was sent, once in 24 hours.';

comment on table private.counters is
  'Counters of a key since a time. Rows are deleted after three days.';

comment on table private.org_limits is
  'The operator''s decision about a firm: its level and its daily limits. Null means the '
  'default.';

comment on function private.counted(text, text, timestamptz, timestamptz) is
  'Returns the count of a key since window_start. With day_before, also of the last 24 hours '
  'without the window day_before.';

comment on function private.count_up(text, text, timestamptz) is
  'Adds one to the counter of a key.';

comment on function private.org_midnight(uuid, int) is
  'Returns when the firm''s day began, or when the day after a number of days begins.';

comment on function private.is_trusted_org(uuid) is
  'Returns whether a firm is trusted: seven days old with five opened requests, or by decision '
  'of the operator.';

comment on function private.first_email_limit(uuid) is
  'Returns how many first emails a firm may send in a day.';

comment on function private.invitation_limit(uuid) is
  'Returns how many invitations a firm may send in a day.';

comment on function private.is_known_address(private.outbox) is
  'Returns whether this address opened a request of the firm, and so expects its emails.';

comment on function private.is_first_email(private.outbox) is
  'Returns whether an email counts against the firm''s budget: an invitation, or a request to '
  'an address that opened none of this firm.';

comment on function private.lock_recipients(text[]) is
  'Locks the counters of these addresses until the transaction ends. Lock the firm first.';

comment on function private.spend_share(private.outbox) is
  'Counts one of the five daily emails that an address may get from firms that are not trusted '
  'and whose requests it never opened. Returns false if all are used.';

comment on function private.spend_first_email(private.outbox) is
  'Counts one first email against the firm''s budget and the address''s share. Returns false if '
  'either is used up.';

comment on function private.spend(private.outbox) is
  'Counts an email against its budgets. Returns false if it has to wait.';

comment on function private.defer_mail(private.outbox, timestamptz) is
  'Defers an email until a time, and records the first deferral.';

comment on function private.first_email_until(private.outbox) is
  'Returns until when the first email of a request is deferred, because no other email about it '
  'may arrive before. Null if it was sent.';

comment on function private.emails_waiting(uuid, text, uuid) is
  'Returns how many invitations or requests of a firm are deferred until its midnight.';

comment on function private.report_deferral(private.outbox) is
  'Queues an email to owners and admins that a daily limit is reached: once a day for requests '
  'and once for invitations.';

comment on function private.deferral_mail_data(private.outbox) is
  'Returns the reached limit and the number of deferred emails; null if there are none, or if '
  'the reader is no longer an owner or admin.';

comment on function private.apply_budget(private.outbox) is
  'Defers a new email that exceeds the budget, or follows a deferred one.';

comment on function private.release_mail(private.outbox) is
  'Queues a deferred email if today''s budget allows it; else defers it until the next '
  'midnight.';

comment on function public.release_deferred_mail(int) is
  'System: queues the deferred emails of one firm whose midnight has passed, in order, and '
  'returns how many it checked.';

comment on function public.get_email_budget(uuid, uuid) is
  'Staff: returns the firm''s level, its daily limits, and how many first emails of the firm or '
  'of one request are deferred until its midnight.';

comment on function private.is_mail_paused() is
  'Returns whether all emails are paused.';

comment on function private.end_mail_pause() is
  'Ends the pause, because the service accepted an email.';

comment on function public.dead_emails() is
  'System: returns the dead emails of all firms, oldest first.';

comment on function public.requeue_email(uuid) is
  'System: queues one dead email again, or all of them. Cancels an email whose request was '
  'closed since.';

comment on function public.cancel_email(uuid) is
  'System: cancels one queued, deferred or dead email. Returns false if it was sent, is being '
  'sent or was cancelled.';

comment on table private.email_stops is
  'Addresses that a firm may not send email, or reminders, to. Rows remain after the contact is '
  'removed, so that adding it again changes nothing.';

comment on column private.email_stops.client_id is
  'The client that it applies to; null for the whole firm.';

comment on function private.contact_staff(public.contacts) is
  'Returns the staff who get emails about a contact: those of its open requests, else the '
  'owners.';

comment on function private.notify_contact_staff(public.contacts) is
  'Queues one email to the firm about all contacts who no longer get email, to be sent in '
  'fifteen minutes.';

comment on function private.staff_notice_data(private.outbox) is
  'Returns the contacts who get no email now; null if all get it again or the reader has left.';

comment on function private.stop_contact(public.contacts, private.actor, text, text, jsonb) is
  'Ends the emails and reminders of a contact, records the reason and notifies the firm. The '
  'caller locks the requests.';

comment on function private.lock_contact_requests(uuid[]) is
  'Locks the open requests of contacts. All functions lock requests before contacts.';

comment on function private.end_deleted_contacts(uuid) is
  'Ends all emails to the contacts of a user who deletes the account.';

comment on function private.refuse_stopped(uuid[]) is
  'Refuses contacts who cannot get email, with the reason.';

comment on function public.reinvite_contact(uuid, boolean) is
  'Sends email again to a contact who deleted the account and has agreed since, beginning with '
  'the open requests.';

comment on table private.opt_out_tokens is
  'Opt-out tokens, one for each contact and address, so that an old address cannot stop the '
  'email of its successor. Staff cannot read them.';

comment on function private.opt_out_token(public.contacts) is
  'Returns the token of a contact''s current address, and creates it when it is first needed.';

comment on function private.contact_of_token(text) is
  'Returns the contact of a token; null if the contact was removed or has another address.';

comment on function private.opt_out_state(public.contacts) is
  'Returns the firm and the choice of a contact: all, no_reminders, firm, left or wrong_person.';

comment on function public.get_opt_out(text) is
  'Returns the data of the opt-out page. Changes nothing.';

comment on function private.stop_emails(public.contacts, text) is
  'Stores a choice and ends reminders, or all email. The caller locks the requests.';

comment on function public.list_my_email_stops() is
  'Returns the firms from which the caller gets no email, or no reminders.';

comment on function public.opt_in(uuid) is
  'Lets the signed-in contact get all email of a firm again. Only this and a corrected address '
  'can.';

comment on function public.queue_account_notice(text, text, text[]) is
  'System: queues the notices of the auth service, once for each cause.';

comment on function private.notice_mail_data(private.outbox) is
  'Returns the change and its time, and for a firm its name and the person who made it.';

comment on function private.is_signing() is
  'Returns whether Storage is about to create a signed URL: sign, sign_many, sign_upload_url.';

comment on function private.is_reading() is
  'Returns whether Storage reads or lists an object for the caller. Copying, moving and signing '
  'do not count, because they would let others read it without a record.';

comment on function private.may_store(text) is
  'Returns whether begin_upload reserved this path for the caller and its item still accepts '
  'files.';

comment on function private.may_read(text) is
  'Returns whether the caller may select the row of this ready file, and its reading is '
  'recorded.';

comment on function private.check_size() is
  'Refuses a document larger than begin_upload reserved. It is a trigger, because Storage '
  'writes the row as its owner after the upload.';

comment on function private.may_change_image(text) is
  'Returns whether the caller may change an image: users their avatar, owners and admins the '
  'logo.';

comment on function private.may_store_image(text) is
  'Returns whether the caller may store this image: they may change it, and its folder has '
  'fewer than twenty.';

comment on function private.note_picture() is
  'Refuses the twenty-first image of a folder, and marks an image for deletion that no row uses '
  'after an hour.';

comment on function private.may_join(text) is
  'Returns whether the caller is staff of the channel''s firm.';

comment on function private.ping(uuid, uuid, uuid, int) is
  'Broadcasts a change to staff on both channels.';

comment on function public.begin_export(uuid) is
  'Permits and records one export of the accepted files, partial ones included, before anything '
  'is streamed.';

comment on function private.code_scope(text) is
  'Returns the counter of a purpose. Any user can enter any address as their new one, and that '
  'must not delay sign-in codes to it.';

comment on function private.code_wait(text, text) is
  'Returns the seconds until an address may get its next code for a purpose: one minute after '
  'the first of an hour, two after the others, six in an hour.';

comment on function public.spend_code(text, text) is
  'System: counts a code and returns 0, or returns the seconds to wait before the address may '
  'get another code for this purpose (sign_in or email_change).';

comment on function public.return_code(text, text) is
  'System: reverts the count of a code that the email service did not accept.';

comment on function public.get_code_sender(text, text) is
  'System: returns the firm that a code for this request names; null for an address that did '
  'not get the request.';

comment on function private.require_account_step_up() is
  'Applies step-up to account actions: requires a second factor if the user has one or any of '
  'their firms requires it.';

comment on function public.close_account() is
  'Ends all memberships and contacts of the caller. delete-account then deletes the user.';

comment on function public.check_factor_reset(uuid, uuid) is
  'Returns whether the caller, an owner, may remove the factors of a member who works for no '
  'other firm.';

comment on function public.record_factor_reset(uuid, uuid, uuid) is
  'System: records that an owner resets a member''s factors, before the reset.';

comment on function private.drop_prepared() is
  'Deletes the password and the name that were set before the user proved the address.';

comment on function private.end_deleted_account() is
  'Does the work of close_account() if it has not run, else nothing. It also removes the last '
  'owner of a firm, because an administrator decided that.';

comment on function public.expire_invitations(int) is
  'System: expires invitations that were not accepted in seven days.';

comment on function public.archive_requests(int) is
  'System: archives requests that were closed 90 days ago.';

comment on function private.requests_to_purge(int) is
  'Returns archived requests past their firm''s retention, oldest first, with one index probe '
  'per firm.';

comment on function public.purge_requests(int) is
  'System: deletes archived requests past retention. Their events remain, and their objects are '
  'deleted as orphans.';

comment on function public.purge_orgs() is
  'System: deletes a part of a firm that was deleted 30 days ago. Returns 1 when the firm is '
  'gone.';

comment on table private.orphans is
  'Objects that the sweep deletes through Storage within minutes.';

comment on function private.is_kept(text, text) is
  'Returns whether a row uses the object, for example after a user chooses a former avatar '
  'again.';

comment on function public.orphaned_objects(int) is
  'System: returns objects that no one may read anymore. The sweep deletes them through '
  'Storage.';

comment on table private.settings is
  'Hosted only, one row that the operator fills: the address that jobs call, and their key.';

comment on function private.job_target() is
  'Returns the address that scheduled jobs call: from the hosted settings, else the local '
  'backend''s.';

comment on function public.record_sweep() is
  'System: stores that every task of the sweep succeeded.';

comment on function public.get_sweep_age() is
  'Anyone: returns the seconds since the sweep last completed; null before its first complete '
  'run.';
