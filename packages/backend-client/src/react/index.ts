"use client";

export type { PublicSession } from "../session/session.js";
export {
  type BackendConfig,
  BackendProvider,
  type BackendProviderProps,
  useBackend,
} from "./provider.js";
export { type ChannelHandle, type UseChannelOptions, useChannel } from "./use-channel.js";
export { type PasskeyHandle, usePasskey } from "./use-passkey.js";
export { useSession } from "./use-session.js";
export {
  type StartUploadOptions,
  type UploadHandle,
  type UploadState,
  useUpload,
} from "./use-upload.js";
