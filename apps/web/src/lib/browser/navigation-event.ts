export const NAVIGATION = "navigationstart";
