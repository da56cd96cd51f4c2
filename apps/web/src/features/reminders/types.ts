/** The schedule of reminders for missing items. */
export type ReminderPolicy = {
  /** Days after the due date. Negative values are before it. */
  days: readonly number[];
  /** Days between the reminders after those; 0 for none. */
  every: number;
};
