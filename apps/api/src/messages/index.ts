export {
  type ChannelSettings,
  channelEnvironment,
  channelProblems,
  channelSettings,
} from './channels/index.ts';
export { createMessages } from './create-messages.ts';
export { notify, notifyAll } from './notify.ts';
export { channelsReady, realChannels } from './ready-channels.ts';
export { confirmedEmail } from './recipients.ts';
export { notifyAccountChange, notifyExport, notifyOwnerChange, notifySignIn } from './security-messages.ts';
export { channelsFor, type Destination, sendsEmail, sendTo } from './send-to.ts';
