/** ID of the first line of the form with which staff answer for the client. */
export const ANSWER_ID = "answer-for-client";
