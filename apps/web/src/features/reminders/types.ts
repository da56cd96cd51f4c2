export type ReminderPolicy = {
  /** Counted from the due date. Negative values are days before the due date. */
  days: readonly number[];
  /** Days between the reminders after the last of `days`. 0 means no further reminders. */
  every: number;
};

export type PlannedRequest = {
  sentAt: string;
  /** `YYYY-MM-DD` in the firm's time zone. */
  dueOn: string;
  timeZone: string;
};

export type PlannedReminder = {
  /** `YYYY-MM-DD` in the firm's time zone. */
  date: string;
  /** Days after the due date. Negative values mean days before the due date. */
  day: number;
  /** The planned date, if it is on a weekend. Otherwise null. */
  movedFrom: string | null;
};
