export type ReminderPolicy = {
  /**
   * The days on which reminders are sent, counted from the due date. Negative values are days
   * before the due date.
   */
  days: readonly number[];
  /** Days between later reminders. 0 means no later reminders. */
  every: number;
};
