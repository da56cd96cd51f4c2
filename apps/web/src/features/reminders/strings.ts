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
    "A contact gets at most 8 reminders, the last no later than 60 days after the request. No reminder is sent within 24 hours of the request or of another email that asks for something. Reminders stop when everything required is submitted.",
  applies: "The new plan also applies to open requests.",
  saved: "Saved.",
  save: "Save",
  preview: "Preview",
  previewLead: (due: string) => `For a request sent today and due ${due}:`,
  previewNone: "No reminders are sent.",
  previewInvalid: "Correct the plan to see its dates.",
  daysBefore: (days: number) => `${formatCount(days, "day")} before`,
  daysAfter: (days: number) => `${formatCount(days, "day")} after`,
  onTheDay: "on the due date",
} as const;
