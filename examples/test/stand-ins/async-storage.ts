/** AsyncStorage of React Native: whatever is asked is answered later. */
const items = new Map<string, string>();

export default {
  getItem: async (key: string): Promise<string | null> => items.get(key) ?? null,
  setItem: async (key: string, value: string): Promise<void> => void items.set(key, value),
  removeItem: async (key: string): Promise<void> => void items.delete(key),
};
