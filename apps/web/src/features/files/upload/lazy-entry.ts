export { failureOf } from "@/features/files/upload/failure";
export { beginFile, storeFile } from "@/features/files/upload/sending";
