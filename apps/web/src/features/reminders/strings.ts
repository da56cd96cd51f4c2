import { formatCount } from "@/lib/format/format";

export const strings = {
  title: "Reminders",
  lead: "On the days below, contacts who have something left to do get an email at 09:00 in the firm’s time zone.",
  plan: "Plan",
  before: "Days before the due date",
  beforeHint:
    "Separate the days with commas, for example: 7,\u00a03,\u00a01. Use 0 for the due date.",
  after: "Days after the due date",
  afterHint: "Separate the days with commas, for example: 1, 4.",
  every: "Days between further reminders",
  everyHint:
    "After the last of the days above, reminders repeat at this interval. Enter 1 to 30 days, or 0 for no further reminders.",
  rules: [
    "Dossier sends no planned reminders on weekends. Before the due date, a weekend reminder moves to Friday. From the due date on, it moves to Monday.",
    "For each request, a contact gets at most 8 planned reminders.",
    "Planned reminders end 60 days after you send the request.",
    "Planned reminders pause for 24 hours after you send or reopen a request, or choose “Remind”.",
    "Planned reminders stop when every required item is sent, or every item if all are optional. They start again if you return an answer or ask for more.",
    "If you change the plan, the change also applies to open requests.",
  ],
  errors: {
    days: "Enter whole numbers of days, separated by commas.",
    wholeDays: "Enter a whole number of days.",
    range: (max: number) => `Use numbers from 0 to ${max}.`,
    every: (max: number) => `Enter a number from 0 to ${max}.`,
    repeated: "Enter each day only once.",
    tooMany: (max: number) => `Enter at most ${max} reminder days in the two fields together.`,
  },
  saved: "Saved",
  save: "Save",
  preview: "Planned reminders",
  previewLead: (due: string) => `For a request sent today and due ${due}:`,
  previewNone: "No reminders are planned.",
  previewInvalid: "Correct the plan to see its dates.",
  daysBefore: (days: number) => `${formatCount(days, "day")} before`,
  daysAfter: (days: number) => `${formatCount(days, "day")} after`,
  onTheDay: "on the due date",
  movedFrom: (weekday: string) => `moved from\u00a0${weekday}`,
} as const;
