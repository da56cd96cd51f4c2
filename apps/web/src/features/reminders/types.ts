/** When contacts are reminded of what is still missing. */
export type ReminderPolicy = {
  /** Days after the due date; negative ones lie before it. */
  days: readonly number[];
  /** Days between the reminders after those; 0 for none. */
  every: number;
};
