/** The part of the Trusted Types API that is used here; not every browser has it. */
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

const sameOrigin = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another origin');
  return url;
};

/** Workers and the service worker may only come from here; nothing else is made a script or markup. */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', { createScriptURL: sameOrigin });
