/** The names that Chromium gives the permission to reach this machine and the local network, the newest first. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

/**
 * Whether the browser keeps the page from the card reader: a secure page may open no insecure connection to another
 * machine, and Chromium asks people before a page reaches this machine or the local network.
 */
export async function isBlocked(reason: unknown): Promise<boolean> {
  if (reason instanceof DOMException && reason.name === 'SecurityError') return true;
  for (const name of PERMISSIONS) {
    try {
      // The names are younger than the types.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      if (state === 'denied') return true;
    } catch {
      // This browser does not know the name.
    }
  }
  return false;
}
