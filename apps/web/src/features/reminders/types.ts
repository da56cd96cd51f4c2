export type ReminderPolicy = {
  /** Counted from the due date. Negative values are days before the due date. */
  days: readonly number[];
  /** Days between the reminders after the last of `days`. 0 means no further reminders. */
  every: number;
};
