/** Sentences of the page of help. Each says what the product does; a change there changes it here. */
export const strings = {
  title: "Help",
  lead: "Short answers for those who were asked for documents, and for those who ask.",
  contents: "On this page",
  back: "Your request",
  ask: {
    title: "Whom to ask",
    lead: "What is wanted, and by when, is decided by the firm that asked you.",
    write: (firm: string) => `${firm} answers at`,
    subject: "Question about your request",
    reply: (firm: string) =>
      `Reply to any mail about this request: your answer goes to ${firm}, not to a machine.`,
    replyUnknown:
      "Reply to the mail that brought you here: your answer goes to the firm that asked you.",
  },
  contacts: {
    title: "You were asked for documents",
    lead: "A firm sent you a mail with a link. You need no account and no password.",
    topics: {
      code: {
        title: "Getting in with a code",
        text: [
          "The link in the mail opens a page that asks for your e-mail address. Use the address the mail was sent to.",
          "We send a code of 8 digits to that address. Type or paste it within 10 minutes. Without a code the link opens nothing.",
          "No code? Look into the spam folder and check the address for a typo. After a minute you can ask for a new one.",
          "You stay signed in on this device; after 30 days at most, a new code is asked for.",
        ],
      },
      files: {
        title: "Which files you can send",
        text: [
          "PDF, pictures (JPG, PNG, WebP, HEIC, TIFF), Word, Excel and PowerPoint (DOCX, XLSX, PPTX), OpenDocument (ODT, ODS), CSV and plain text. An item may take only some of them; it says which.",
          "A file may have up to 100\u00a0MB. On a phone you can take a photo of a page instead.",
          "Files that need a password or hold macros are refused: save a copy without them. Every file is checked when it arrives; you need not wait for that.",
        ],
      },
      connection: {
        title: "When the connection is lost",
        text: [
          "Leave the page open. What you typed stays, and an upload waits and goes on by itself when you are back.",
          "Did the page close? Open the item and choose the same file again: within 24 hours a large file goes on where it stopped.",
          "Answers are saved as drafts while you type. The firm sees an answer only once you submit it.",
        ],
      },
      "does-not-apply": {
        title: "When something does not apply",
        text: [
          "Tick “This doesn't apply to me”, say shortly why, and submit it like any answer. The firm decides on it too.",
          "Files that you had added to it are not sent: submitting removes them.",
        ],
      },
      "take-back": {
        title: "Taking something back",
        text: [
          "Until the firm has decided, open the item and choose Take back. Change the answer or its files, then submit it again.",
          "If the firm returns it, its note says what to correct. Earlier versions stay, so nothing you sent is lost.",
          "What is accepted stays as it is. If it was wrong, write to the firm.",
        ],
      },
      "who-sees": {
        title: "Who sees what you send",
        text: [
          "The people of the firm that asked, and everybody else it asked in the same request. Nobody else can open it.",
        ],
      },
      reminded: {
        title: "Mails that remind you",
        text: [
          "You are reminded of what is still missing. It stops by itself once everything required is submitted.",
        ],
      },
    },
  },
  staff: {
    title: "You work at a firm",
    lead: "From the first request to the proof of what was sent.",
    topics: {
      "first-request": {
        title: "The first request",
        steps: [
          "Choose New request, then the client, and a template if one fits. A new client comes first, with the contacts who will answer.",
          "Add the items: files, text answers, choices, dates. Everything is saved as you type.",
          "Choose up to five contacts and a due date, then Send. Each contact gets a mail with the request's permanent link.",
        ],
        text: [
          "With nothing waiting, the inbox offers to try a request on yourself.",
          "Clients who answer a mail reach the reply e-mail that stands under Settings, General.",
        ],
      },
      deciding: {
        title: "Deciding",
        text: [
          "Review next opens what has waited longest. Accept it, accept it and ask for more, or return it. The last two need a note, which the client reads.",
          "Undo is offered for ten seconds. Later, Take decision back does the same, until the client has begun another version.",
          "Clients hear of what you return or ask for in one mail, some five minutes later. What you took back by then is not in it.",
          "A request completes by itself when everything required is accepted or waived and nothing waits. What came by post can be answered on behalf of the client.",
        ],
      },
      reminders: {
        title: "Reminders",
        text: [
          "Contacts who still owe something are reminded by mail at 09:00 in the firm's time zone, never at weekends, at most eight times and no later than 60 days after sending.",
          "Remind now works once in 24 hours. To pause the reminders of a request, edit it. Owners and admins choose the days under Settings, Reminders.",
          "When mail comes back, the inbox says so. Correct the contact's address: open requests are sent to the new one.",
        ],
      },
      proof: {
        title: "Export and record",
        text: [
          "Export accepted files, on the request, gives a ZIP with index, checksums and history.",
          "The timeline of a request names who did what. Under Settings, Audit, owners and admins verify that no event was changed or is missing.",
        ],
      },
      keys: {
        title: "Keys",
        text: [
          "Commands and these keys are in the menu of your account too. Single keys never act while you type, and can be switched off in your account.",
        ],
      },
      security: {
        title: "Security",
        text: [
          "Add a second factor under Your account, Password and security. Add two: there are no recovery codes.",
          "Lost your device? An owner can reset your factors under Settings, Team, unless you belong to another firm too. If you are the only owner, whoever runs Dossier for you can.",
          "With a second factor, an export or a change in the team asks for it again after 15 minutes.",
          "Devices you sign out stop within an hour.",
        ],
      },
      trouble: {
        title: "When something does not work",
        text: [
          "“Not found or no access” means that there is no such page, or that your role does not show it: Settings are for owners and admins.",
          "“Something failed” comes with a reference. Give it to whoever runs Dossier for you: the log holds the failure under it.",
          "Roles, invitations and settings are changed by the owners and admins of your firm.",
        ],
      },
    },
  },
} as const;
