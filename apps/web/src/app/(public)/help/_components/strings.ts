import { formatLimit } from "@/lib/format/bytes";
import { endSentence } from "@/lib/format/sentences";
import { MAX_FILE_BYTES } from "@/lib/forms/limits";

export const strings = {
  title: "Help",
  lead: "Short answers for people who received a request, and for staff who send requests.",
  contents: "On this page",
  back: "Your request",
  ask: {
    title: "Questions about your request",
    lead: "The firm that sent your request decides what it needs and by when.",
    write: (firm: string) => `Contact ${firm} at`,
    subject: "Question about your request",
    reply: (firm: string) =>
      endSentence(`You can also reply to any email about this request. Your reply goes to ${firm}`),
    replyUnknown:
      "Reply to the email that contains the link to your request. Your reply goes to the firm that sent it.",
  },
  contacts: {
    title: "You received a request",
    lead: "A firm sent you an email with a link. You do not need to create an account or a password.",
    topics: {
      code: {
        title: "Signing in with a code",
        text: [
          "The link in the email opens a page that asks for your email address. Use the address the email was sent to.",
          "If the request was sent to that address, you get an email with an 8-digit code. Type or paste it within 10 minutes. The link alone gives no access to the request.",
          "No code? Check your spam folder, and check the address for a typo. You can ask for a new code after a minute or two.",
          "You stay signed in on this device for up to 30 days. Then you need a new code.",
        ],
      },
      files: {
        title: "Which files you can send",
        text: [
          "PDF, images (JPEG, PNG, WebP, HEIC, TIFF), Word, Excel and PowerPoint (DOCX, XLSX, PPTX), OpenDocument (ODT, ODS), CSV and plain text. Some items accept only some of these types. Each item lists the types it accepts.",
          `Each file can be up to ${formatLimit(MAX_FILE_BYTES)}. On a phone, you can also take a photo of a page.`,
          "Files that need a password or contain macros are not accepted. Save a copy without the password or macros. After a file arrives, Dossier checks its type, and whether it needs a password or contains macros. If you choose “Send answer” during the check, keep the page open until your answer is sent.",
        ],
      },
      connection: {
        title: "If the connection is lost",
        text: [
          "Keep the page open. Your text stays on the page, and an upload continues automatically when you are back online.",
          "Did the page close? Open the item and choose the same file again. If you do this within 24 hours, the upload of a large file continues where it stopped.",
          "Answers are saved as drafts while you type. The firm sees an answer only after you send it.",
        ],
      },
      "does-not-apply": {
        title: "If an item does not apply to you",
        text: [
          "Choose “This doesn’t apply to us”, briefly say why, and choose “Send answer”. The firm then reviews it like any other answer.",
          "If you added files to the item, sending this answer removes them, and the firm does not get them.",
        ],
      },
      withdraw: {
        title: "Withdrawing an answer",
        text: [
          "Until the firm decides, you can open the item and choose “Withdraw”. Change the answer or its files, then send it again.",
          "If the firm returns your answer, the note says what to correct. You can still see your earlier versions.",
          "You cannot change an accepted answer. If it was wrong, write to the firm.",
        ],
      },
      "who-sees": {
        title: "People who see your answers",
        text: [
          "The staff of the firm that sent the request, and the other contacts of the same request. No other firm or contact can see your answers.",
        ],
      },
      reminded: {
        title: "Reminder emails",
        text: [
          "Dossier reminds you of what is still missing. Reminders stop when every required item is sent, or every item if all are optional. They start again if the firm returns an answer or asks for more. To stop reminders, open the link at the end of a reminder and choose “I don’t want reminders”.",
        ],
      },
    },
  },
  staff: {
    title: "You work at a firm",
    lead: "From the first request to the proof of what was sent.",
    topics: {
      "first-request": {
        title: "Your first request",
        steps: [
          "Choose “New request”, then choose the client and, if you like, a template. If the client is new, first add the client and the contacts who will answer.",
          "Add the items: files, text answers, choices and dates. Your draft is saved as you type.",
          "Choose up to five contacts and a due date, then choose “Send”. Each contact gets an email with a link to the request.",
        ],
        text: [
          "To see what your clients see, choose “Create a test request”. The inbox shows this button when nothing is waiting for review. A draft to yourself opens. Choose “Send”, then open the link in the email.",
          "When a client replies to an email, the reply goes to your reply-to address. Owners and admins set it under Settings, General. Under Settings, Brand, they set the logo and the color that clients see.",
        ],
      },
      deciding: {
        title: "Reviewing answers",
        text: [
          "“Review next” opens the oldest answer to an overdue request. If there is none, it opens the oldest answer. Accept the answer, return it, or accept it and ask for more. To ask for more or return an answer, write a note to the client.",
          "For ten seconds after a decision, you can choose “Undo”. Later, open the item and choose “Undo decision”. You can undo a decision until someone starts another version of the answer, or the request is canceled or archived. If the request is complete, undoing a decision reopens it.",
          "About five minutes after you decide, one email tells the client what you returned or asked for. The email leaves out decisions that you undid before it was sent.",
          "A request completes automatically when everything required is accepted or waived and nothing is waiting for review. If no item is required, all items must be accepted or waived. You can answer on behalf of the client, for example, if a document arrives on paper.",
        ],
      },
      reminders: {
        title: "Reminders",
        text: [
          "On the planned days, contacts who have something left to do get an email at 09:00 in the firm’s time zone. Dossier sends no planned reminders on weekends. For each request, a contact gets at most eight planned reminders. Planned reminders end 60 days after you send the request.",
          "To send a reminder yourself, choose “Remind” on the request. You can do this once every 24 hours. To pause the planned reminders, choose “Edit” on the request and check “Pause reminders”. Owners and admins choose the days for all requests under Settings, Reminders.",
          "If an email bounces, the inbox shows it. Correct the contact’s address. Dossier then sends open requests to the new address.",
        ],
      },
      proof: {
        title: "Export and record",
        text: [
          "On a request, choose “Export accepted answers” to get a ZIP file with the answers and their files, an index, fingerprints and the activity.",
          "The activity of a request shows who did what. Owners and admins can verify all events of the firm in Settings, under Audit. Verification finds earlier events that were changed or removed. It cannot detect a change if someone also recalculated the fingerprints of the changed event and of all later ones. It also cannot detect that the newest events or the whole record of a request were removed.",
        ],
      },
      keys: {
        title: "Keyboard shortcuts",
        text: [
          "These shortcuts work on staff pages. You can also open the command menu and the list of shortcuts from your account menu. Single-key shortcuts do nothing while you type, and you can turn them off in your account.",
        ],
      },
      security: {
        title: "Security",
        text: [
          "Set up two-step verification under Your account, Security. Add two authenticator apps, because there are no recovery codes.",
          "Lost your device? Ask an owner to reset your two-step verification under Settings, Security. If you belong to more than one firm, or no owner can help, ask the people who run Dossier.",
          "If you use two-step verification, Dossier asks for a new code before sensitive actions, such as an export or a change to the team. If you entered a code in the last 15 minutes, it does not ask again.",
          "Devices that you sign out lose access immediately.",
        ],
      },
      trouble: {
        title: "If something does not work",
        text: [
          "“Not found or no access” means that the page does not exist or that you have no access to it. Settings are for owners and admins.",
          "If the page “Something went wrong” shows a reference, send the reference to the people who run Dossier. It helps them find the failure in the log.",
          "If you need another role or setting, ask an owner or admin of your firm.",
        ],
      },
    },
  },
} as const;
