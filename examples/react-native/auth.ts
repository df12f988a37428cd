import AsyncStorage from '@react-native-async-storage/async-storage';
import { createAuth } from '@referral-dashboard/auth-core';
import { AppState } from 'react-native';

/** A phone has one storage and no tabs: what a page has by itself is said here. */
export const auth = createAuth({ baseUrl: 'http://127.0.0.1:8000', storage: AsyncStorage });

// Timers stand still in the background: on the way back, pauses are forgotten and startup is tried again.
AppState.addEventListener('change', (state) => {
  if (state === 'active') auth.wake();
});
