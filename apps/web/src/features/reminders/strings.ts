import { formatCount } from "@/lib/format/format";

/** Sentences of the firm's reminder plan. */
export const strings = {
  title: "Reminders",
  lead: "Contacts are reminded by mail of what is still missing, at 09:00 in the firm's time zone. A day on a weekend moves to Friday before the due date, and to Monday after it.",
  plan: "Plan",
  before: "Days before the due date",
  beforeHint: "Separated by commas, such as 7, 3, 1. 0 is the day itself.",
  after: "Days after the due date",
  afterHint: "Such as 1",
  every: "Then every … days",
  everyHint: "1 to 30; 0 sends none after those",
  stops:
    "At most 8 reminders, none within 24 hours of sending or of another mail that asks, and none later than 60 days after sending. They stop when everything is submitted.",
  applies: "Open requests follow the new plan.",
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
