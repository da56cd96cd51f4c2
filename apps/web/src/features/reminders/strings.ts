import { formatCount } from "@/lib/format/format";

export const strings = {
  title: "Reminders",
  lead: "Contacts who have something left to do get an email at 09:00 in the firm’s time zone. We send no planned reminders on weekends. If one falls on a weekend, it moves to Friday if it comes before the due date, and to Monday otherwise.",
  plan: "Plan",
  before: "Days before the due date",
  beforeHint: "Separate the days with commas, for example 7, 3, 1. 0 is the due date itself.",
  after: "Days after the due date",
  afterHint: "For example 1",
  every: "Days between later reminders",
  everyHint: "1 to 30, or 0 for no reminders after the days above",
  stops:
    "For each request, a contact gets at most 8 planned reminders. Planned reminders end 60 days after you send the request. They pause for 24 hours after you send or reopen a request, or choose “Remind now”. Reminders stop when everything required is submitted.",
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
