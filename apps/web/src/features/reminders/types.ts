export type ReminderPolicy = {
  /** Days after the due date. Negative values are before it. */
  days: readonly number[];
  /** Days between later reminders; 0 for none. */
  every: number;
};
