import { formatCount } from "@/lib/format/format";

export const strings = {
  title: "Reminders",
  lead: "Contacts who have something left to do get an email at 09:00 in the firm’s time zone. A reminder that falls on a weekend is sent on the Friday before if the due date is still ahead, otherwise on the Monday after.",
  plan: "Plan",
  before: "Days before the due date",
  beforeHint: "Separate the days with commas, for example 7, 3, 1. 0 is the due date itself.",
  after: "Days after the due date",
  afterHint: "For example 1",
  every: "Days between later reminders",
  everyHint: "1 to 30. Enter 0 to stop after the days above.",
  stops:
    "For each request, a contact gets at most 8 planned reminders, none later than 60 days after you sent it. No planned reminder is sent within 24 hours after the request was sent or reopened, or after you chose “Remind now”. Reminders stop when everything required is submitted.",
  applies: "The new plan also applies to open requests.",
  saved: "Saved.",
  save: "Save",
  preview: "Preview",
  previewLead: (due: string) => `For a request sent today and due ${due}:`,
  previewNone: "No reminders are planned.",
  previewInvalid: "Correct the plan to see its dates.",
  daysBefore: (days: number) => `${formatCount(days, "day")} before`,
  daysAfter: (days: number) => `${formatCount(days, "day")} after`,
  onTheDay: "on the due date",
} as const;
