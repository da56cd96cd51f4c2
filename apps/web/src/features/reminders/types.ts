export type ReminderPolicy = {
  /** In days after the due date. Negative values mean days before it. */
  days: readonly number[];
  /** Days between later reminders. 0 means none. */
  every: number;
};
