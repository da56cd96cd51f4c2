export type { DataClient } from "../data/data-client.js";
export type { FunctionBody } from "../functions/body.js";
export type { FunctionsClient, InvokeOptions } from "../functions/functions-client.js";
export type { StandardSchema } from "../functions/standard-schema.js";
export type {
  BroadcastMessage,
  ChannelOptions,
  ChannelStatus,
  PresenceState,
  RealtimeClient,
  SendOptions,
  Subscription,
} from "../realtime/channel-options.js";
export type { StorageBucket } from "../storage/bucket.js";
export type {
  ListOptions,
  PublicUrlOptions,
  SignedUpload,
  SignedUploadOptions,
  SignedUrlEntry,
  SignedUrlOptions,
  StorageObject,
  StorageObjectInfo,
  StoredObject,
  TransformOptions,
  UploadBody,
  UploadOptions,
  UploadProgress,
  WholeUploadOptions,
} from "../storage/objects.js";
export {
  type BrowserBackend,
  type BrowserBackendOptions,
  createBrowserBackend,
} from "./browser-backend.js";
export type { BrowserEnvironment, TabChannel } from "./environment.js";
export type { SessionListener } from "./listeners.js";
export type { RegisterPasskeyOptions, SignInWithPasskeyOptions } from "./passkey-options.js";
export type {
  RefreshOptions,
  SessionClient,
  SignOutOptions,
  WaitOptions,
} from "./session-client.js";
export type { SignOutScope } from "./session-http.js";
