export const ANSWER_ID = "answer-for-client";
