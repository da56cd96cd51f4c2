export const UNTITLED_REQUEST = "Untitled request";
