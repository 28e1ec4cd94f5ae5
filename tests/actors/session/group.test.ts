import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { openBrowser, type Tab } from '#tests/support/session-world.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const PUBKEY = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';
const OTHER_SECRET = '1'.repeat(64);
const PASSPHRASE = 'correct horse battery';
const ALICE = 'a'.repeat(64);
const NOTE = { kind: 1, created_at: 1_700_000_000, tags: [], content: 'hello' };

const tabs: Tab[] = [];
const tracked = (tab: Tab): Tab => {
  tabs.push(tab);
  return tab;
};
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.unstubAllGlobals();
});

const typeSecret = (tab: Tab, secret: string, keep = true, passphrase = PASSPHRASE, confirmation = passphrase) =>
  tab.area('login').send({ type: 'login.secret', typed: sealed({ secret, keep, passphrase, confirmation }) });

const logIn = async (tab: Tab, secret = NSEC, keep = true) => {
  typeSecret(tab, secret, keep);
  await vi.waitUntil(() => !tab.area('login').getSnapshot().hasTag('busy'), { timeout: 5_000 });
};

const unlock = async (tab: Tab, pubkey = PUBKEY, passphrase = PASSPHRASE) => {
  const ref = tab.area('key-unlock');
  ref.send({ type: 'unlock.open', form: 'unlock', pubkey });
  ref.send({ type: 'unlock.submit', passphrase: sealed(passphrase) });
  await vi.waitUntil(() => !ref.getSnapshot().hasTag('busy'), { timeout: 5_000 });
};

const signOut = async (tab: Tab, saved: boolean, type: 'signOut.confirm' | 'signOut.delete') => {
  const ref = tab.area('sign-out');
  ref.send({ type: 'signOut.open', pubkey: tab.account.get().pubkey!, saved });
  ref.send({ type });
  await tab.until('sign-out', 'done');
};

/** Asks the gate for something that needs a signature; `act` is what its area does. */
const requireSign = (tab: Tab, act: () => void) => {
  tab.run({ reactions: createActor(fromCallback(({ receive }) => receive(act))).start() });
  const action = { area: 'reactions', event: { type: 'like' }, need: 'sign', title: 'Like' } as const;
  return () => tab.area('login-gate').send({ type: 'gate.require', action });
};

describe('session', () => {
  it.each(['', '  ', 'nonsense', 'a'.repeat(63), `${'a'.repeat(64)} a`])(
    '[LOGIN-25] [LOGIN-26] %j is refused before a passphrase is looked at or a worker started',
    async (secret) => {
      const tab = tracked(openBrowser().openTab());
      typeSecret(tab, secret, true, 'short', 'other');
      await vi.waitUntil(() => !tab.area('login').getSnapshot().hasTag('busy'));
      const said = secret.trim() === '' ? 'No secret provided' : 'Invalid secret key format';
      expect(problemText(tab.area('login').getSnapshot().context.problem)).toBe(said);
      expect(tab.workers).toEqual([]);
    },
  );

  it('[LOGIN-21] [ERR-03] an extension that fails without being shown is in the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const tab = tracked(openBrowser().openTab());
    const login = tab.area('login');
    for (const quiet of [false, true]) {
      login.send({ type: 'login.extension', quiet });
      await vi.waitUntil(() => !login.getSnapshot().hasTag('busy'));
    }
    expect(said.mock.calls).toEqual([['Not done: login by extension (extension-missing)']]);
    said.mockRestore();
  });

  it('[LOGIN-35] [SET-25] a tab that was elsewhere during a sign-out with the deletion has no key when it comes back', async () => {
    const browser = openBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()].map(tracked) as [Tab, Tab];
    await logIn(two);
    expect(two.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: true });
    two.close();
    await signOut(one, true, 'signOut.delete');
    one.area('login').send({ type: 'login.pubkey', text: PUBKEY });
    const back = tracked(two.reload());
    expect(back.area('login').getSnapshot().hasTag('read only')).toBe(true);
    expect([back.account.get().method, back.notices]).toEqual(['none', []]);
  });

  it('[LOGIN-04] [SET-25] who chose to read only does so after a reload, too, though the key is saved; a new tab finds it locked', async () => {
    const browser = openBrowser();
    const tab = tracked(browser.openTab());
    await logIn(tab);
    await signOut(tab, true, 'signOut.confirm');
    tab.area('login').send({ type: 'login.pubkey', text: PUBKEY });
    const again = tracked(tab.reload());
    expect(again.area('login').getSnapshot().hasTag('read only')).toBe(true);
    const beside = tracked(browser.openTab());
    expect(beside.area('login').getSnapshot().hasTag('locked')).toBe(true);
    await unlock(again);
    const unlocked = tracked(again.reload());
    expect(unlocked.area('login').getSnapshot().hasTag('locked')).toBe(true);
  });

  it('[LOGIN-03] [LOGIN-28] [ROLE-03] a typed key signs, is not saved, and is gone after a reload, which is told', async () => {
    const tab = tracked(openBrowser().openTab());
    expect(tab.session.signer()).toBeUndefined();
    await logIn(tab, SECRET, false);
    expect(tab.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: false });
    expect(await tab.session.signer()!.signEvent(NOTE)).toMatchObject({ ...NOTE, pubkey: PUBKEY });
    expect(tab.session.accounts.get()).toEqual([]);
    const again = tracked(tab.reload());
    expect(again.area('login').getSnapshot().hasTag('read only')).toBe(true);
    expect(again.account.get()).toEqual({ pubkey: PUBKEY, method: 'none', persisted: false });
    expect(again.notices).toEqual(['Your secret key was only kept in memory and is gone now. Log in again to sign.']);
    expect(again.session.signer()).toBeUndefined();
  });

  it('[LOGIN-29] [KEY-31] [ROLE-04] [ROLE-06] a saved key is locked after a reload and signs once it is unlocked', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    expect(tab.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: true });
    expect(tab.session.accounts.get()).toEqual([{ pubkey: PUBKEY }]);
    const again = tracked(tab.reload());
    expect(again.area('login').getSnapshot().hasTag('locked')).toBe(true);
    expect(again.session.signer()).toBeUndefined();
    let told = 0;
    again.account.subscribe(() => (told += 1));
    await unlock(again);
    expect(again.area('login').getSnapshot().hasTag('unlocked')).toBe(true);
    expect(told).toBeGreaterThan(0);
    expect(await again.session.signer()!.signEvent(NOTE)).toMatchObject({ pubkey: PUBKEY });
    again.area('login').send({ type: 'key.lock' });
    expect(again.session.signer()).toBeUndefined();
    expect(again.workers.some(({ terminated }) => terminated)).toBe(true);
  });

  it('[KEY-26] a wrong passphrase opens nothing and loses nothing', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    const again = tracked(tab.reload());
    await unlock(again, PUBKEY, 'wrong horse battery');
    expect(problemText(again.area('key-unlock').getSnapshot().context.problem)).toBe(
      'Incorrect passphrase. Please check your passphrase and try again.',
    );
    expect(again.area('login').getSnapshot().hasTag('locked')).toBe(true);
    await unlock(again);
    expect(again.area('login').getSnapshot().hasTag('unlocked')).toBe(true);
  });

  it('[KEY-01] [KEY-02] [LOGIN-27] a passphrase that is refused, or a key that is none, logs nobody in', async () => {
    const tab = tracked(openBrowser().openTab());
    const message = () => problemText(tab.area('login').getSnapshot().context.problem);
    const settled = () => vi.waitUntil(() => !tab.area('login').getSnapshot().hasTag('busy'));
    typeSecret(tab, NSEC, true, 'short');
    await settled();
    expect(message()).toBe('Passphrase must be at least 8 characters');
    typeSecret(tab, NSEC, true, PASSPHRASE, 'something else');
    await settled();
    expect(message()).toBe('Passphrases do not match');
    typeSecret(tab, 'nsec1nonsense', false);
    await settled();
    expect(message()).toBe('Invalid nsec encoding');
    expect(tab.account.get().pubkey).toBeUndefined();
    expect(tab.session.accounts.get()).toEqual([]);
  });

  it('[LOGIN-05] [LOGIN-06] what waited for the login runs after it and can sign', async () => {
    const tab = tracked(openBrowser().openTab());
    const signed: (string | undefined)[] = [];
    const like = requireSign(tab, () => signed.push(tab.session.signer()?.pubkey));
    like();
    expect(tab.area('login-gate').getSnapshot().hasTag('asking login')).toBe(true);
    await logIn(tab);
    await vi.waitUntil(() => signed.length > 0);
    expect(signed).toEqual([PUBKEY]);
    like();
    expect(signed).toEqual([PUBKEY, PUBKEY]);
  });

  it('[LOGIN-07] what waited for the login is dropped on cancel', async () => {
    const tab = tracked(openBrowser().openTab());
    const told: string[] = [];
    requireSign(tab, () => told.push('like'))();
    tab.area('login-gate').send({ type: 'gate.cancel' });
    await logIn(tab);
    expect(told).toEqual([]);
    requireSign(tab, () => told.push('follow'))();
    expect(told).toEqual(['follow']);
  });

  it('tells of an area that does not run', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    const action = { area: 'follows', event: { type: 'people.add' }, need: 'sign', title: '' } as const;
    tab.area('login-gate').send({ type: 'gate.require', action });
    await vi.waitUntil(() => tab.notices.includes('Nostr client not ready'));
  });

  it('several saved accounts are switched without a reload, and the signer goes with them', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    await logIn(tab, OTHER_SECRET);
    const other = tab.account.get().pubkey!;
    expect(tab.session.signer()?.pubkey).toBe(other);
    expect(tab.session.accounts.get()).toEqual([{ pubkey: other }, { pubkey: PUBKEY }]);
    await unlock(tab);
    expect(tab.account.get().pubkey).toBe(PUBKEY);
    expect(await tab.session.signer()!.signEvent(NOTE)).toMatchObject({ pubkey: PUBKEY });
    expect(tab.workers.filter(({ terminated }) => !terminated).length).toBeLessThanOrEqual(2);
  });

  it('[LOGIN-35] [LOGIN-37] [LOGIN-38] signing out forgets the key and keeps the saved one', async () => {
    const { openTab, local } = openBrowser();
    const tab = tracked(openTab());
    await logIn(tab);
    const left: unknown[] = [];
    tab.area('login').on('account.signedOut', (event) => left.push(event));
    await signOut(tab, true, 'signOut.confirm');
    expect(left).toEqual([{ type: 'account.signedOut', pubkey: PUBKEY }]);
    expect(tab.account.get()).toEqual({ pubkey: undefined, method: 'none', persisted: false });
    expect(local.getItem('nostrPubkey')).toBeNull();
    expect(tab.session.signer()).toBeUndefined();
    expect(tab.session.accounts.get()).toEqual([{ pubkey: PUBKEY }]);
  });

  it('[LOGIN-39] signing out with the deletion deletes the record of this account and no other', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab, OTHER_SECRET);
    const other = tab.account.get().pubkey!;
    await logIn(tab);
    await signOut(tab, true, 'signOut.delete');
    expect(tab.session.accounts.get()).toEqual([{ pubkey: other }]);
    const kept = await openKeystore({ indexedDB: tab.window.indexedDB }).list();
    expect(kept.map(({ pubkey }) => pubkey)).toEqual([other]);
  });

  it('[LOGIN-38] [LOGIN-40] the question before a sign-out no longer speaks of a saved key that another tab deleted', async () => {
    const { openTab } = openBrowser();
    const tab = tracked(openTab());
    await logIn(tab);
    const question = tab.area('sign-out');
    question.send({ type: 'signOut.open', pubkey: PUBKEY, saved: true });
    const other = tracked(openTab());
    await other.session.accounts.remove(PUBKEY);
    await tab.until('sign-out', 'one choice');
    expect(question.getSnapshot().context.saved).toBe(false);
  });

  it('[ROLE-06] a new tab, or a browser that was closed, knows the account: locked with a saved key, else read only', async () => {
    const { openTab } = openBrowser();
    const tab = tracked(openTab());
    await logIn(tab);
    const next = tracked(openTab());
    expect(next.area('login').getSnapshot().hasTag('locked')).toBe(true);
    expect(next.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: true });
    await tab.session.accounts.remove(PUBKEY);
    expect(tracked(openTab()).area('login').getSnapshot().hasTag('read only')).toBe(true);
  });

  it('deleting the saved key of an account leaves nothing to unlock: locked, it reads only', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    const again = tracked(tab.reload());
    expect(again.area('login').getSnapshot().hasTag('locked')).toBe(true);
    await again.session.accounts.clear();
    expect(again.area('login').getSnapshot().hasTag('read only')).toBe(true);
    expect(again.account.get()).toEqual({ pubkey: PUBKEY, method: 'none', persisted: false });
  });

  it('[CACHE-23] clearing the saved keys leaves no record and no saved account, here and in another tab', async () => {
    const { openTab, local } = openBrowser();
    const [tab, other] = [tracked(openTab()), tracked(openTab())];
    await logIn(tab, OTHER_SECRET);
    await logIn(tab);
    expect(tab.session.accounts.get()).toHaveLength(2);
    await tab.session.accounts.clear();
    expect(await openKeystore({ indexedDB: tab.window.indexedDB }).list()).toEqual([]);
    expect([tab, other].map(({ session }) => session.accounts.get())).toEqual([[], []]);
    expect(JSON.parse(local.getItem('nostrSavedAccounts') ?? '[]')).toEqual([]);
    expect(tracked(openTab()).session.accounts.get()).toEqual([]);
  });

  it('[LOGIN-40] a key whose record was deleted meanwhile still signs, and counts as not saved', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    await tab.session.accounts.remove(PUBKEY);
    expect(tab.session.signer()?.pubkey).toBe(PUBKEY);
    expect(tab.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: false });
  });

  it('[LOGIN-38] a key in memory counts as saved once another tab saved it', async () => {
    const { openTab } = openBrowser();
    const one = tracked(openTab());
    await logIn(one, NSEC, false);
    const two = tracked(openTab());
    await logIn(two);
    expect(one.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: true });
  });

  it('[LOGIN-38] a saved key whose passphrase is forgotten stays saved when its owner logs in by nsec, saves it or not', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    const again = tracked(tab.reload());
    const login = again.area('login');
    const kept = { pubkey: PUBKEY, method: 'nsec', persisted: true };
    await logIn(again, NSEC, false);
    expect([login.getSnapshot().hasTag('unlocked'), again.account.get()]).toEqual([true, kept]);
    vi.spyOn(again.window.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    await logIn(again, NSEC);
    expect([again.notices.length, again.account.get()]).toEqual([1, kept]);
    login.send({ type: 'key.lock' });
    expect([login.getSnapshot().hasTag('locked'), again.account.get()]).toEqual([true, kept]);
  });

  it('two tabs agree: one signs out, the other knows and has no key any more', async () => {
    const { openTab } = openBrowser();
    const [one, two] = [tracked(openTab()), tracked(openTab())];
    await logIn(one);
    expect(two.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: true });
    expect(two.area('login').getSnapshot().hasTag('locked')).toBe(true);
    expect(two.session.accounts.get()).toEqual([{ pubkey: PUBKEY }]);
    await unlock(two);
    expect(two.session.signer()?.pubkey).toBe(PUBKEY);
    await signOut(one, true, 'signOut.confirm');
    expect(two.area('login').getSnapshot().hasTag('visitor')).toBe(true);
    expect(two.session.signer()).toBeUndefined();
    expect(two.workers.filter(({ terminated }) => !terminated).length).toBeLessThanOrEqual(1);
  });

  it('a lock by hand holds in all tabs, and takes no key that is only in memory', async () => {
    const { openTab } = openBrowser();
    const [one, two] = [tracked(openTab()), tracked(openTab())];
    const locked = () => [one, two].map((tab) => tab.area('login').getSnapshot().hasTag('locked'));
    await logIn(one);
    await unlock(two);
    for (const [caller, other] of [
      [one, two],
      [two, one],
    ] as const) {
      await Promise.all([unlock(one), unlock(two)]);
      expect(locked()).toEqual([false, false]);
      caller.session.lock();
      expect(locked()).toEqual([true, true]);
      expect(other.session.signer()).toBeUndefined();
    }
    await logIn(two, OTHER_SECRET, false);
    await logIn(one, OTHER_SECRET, false);
    one.session.lock();
    expect([one, two].map((tab) => tab.area('login').getSnapshot().hasTag('unlocked'))).toEqual([true, true]);
  });

  it('the time without a touch that one tab chooses holds in all, and for no key in memory of somebody else', async () => {
    const { openTab } = openBrowser();
    const [one, two] = [tracked(openTab()), tracked(openTab())];
    const counting = () => [one, two].map((tab) => tab.area('idle-lock').getSnapshot().hasTag('counting'));
    await logIn(one);
    await unlock(two);
    one.area('idle-lock').send({ type: 'idleLock.choose', minutes: 1 });
    expect(counting()).toEqual([true, true]);
    await logIn(one, OTHER_SECRET, false);
    expect(one.area('idle-lock').getSnapshot().context.minutes).toBe(0);
    expect(counting()).toEqual([false, false]);
    one.area('idle-lock').send({ type: 'idleLock.choose', minutes: 5 });
    expect(counting()).toEqual([true, false]);
    await unlock(one);
    expect(one.area('idle-lock').getSnapshot().context.minutes).toBe(5);
  });

  it('a time without a touch that an earlier version kept is the choice of who is logged in at the start', async () => {
    const { openTab, local } = openBrowser();
    await logIn(tracked(openTab()), NSEC, false);
    local.setItem('keyIdleLockMinutes', '5');
    const tab = tracked(openTab());
    const minutes = () => tab.area('idle-lock').getSnapshot().context.minutes;
    await logIn(tab, NSEC, false);
    expect([minutes(), local.getItem('keyIdleLockPubkey')]).toEqual([5, PUBKEY]);
    await logIn(tab, OTHER_SECRET, false);
    expect([minutes(), local.getItem('keyIdleLockPubkey')]).toEqual([0, PUBKEY]);
  });

  it('[KEY-36] [KEY-37] [KEY-32] a generated key logs in, is saved, and can be seen again with the passphrase', async () => {
    const tab = tracked(openBrowser().openTab());
    const generation = tab.area('key-generation');
    const shown: { hex: string; nsec: string }[] = [];
    generation.on('key.generated', ({ secret }) => shown.push(secret.take()!));
    generation.send({ type: 'generation.open' });
    generation.send({ type: 'generation.start' });
    await tab.until('key-generation', 'generated');
    const saving = sealed({ passphrase: PASSPHRASE, confirmation: PASSPHRASE });
    generation.send({ type: 'generation.logIn', saving });
    await tab.until('key-generation', 'logged in');
    expect(tab.account.get()).toMatchObject({ method: 'nsec', persisted: true });
    expect(tab.session.signer()?.pubkey).toBe(tab.account.get().pubkey);
    const view = tab.area('key-view');
    const seen: (string | undefined)[] = [];
    view.on('key.revealed', ({ secret }) => seen.push(secret.take()));
    view.send({ type: 'view.open' });
    view.send({ type: 'view.submit', passphrase: sealed(PASSPHRASE), as: 'nsec' });
    await tab.until('key-view', 'unlocked');
    expect(seen).toEqual([shown[0]!.nsec]);
  });

  it('[KEY-35] a key that was not persisted cannot be viewed', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab, NSEC, false);
    const view = tab.area('key-view');
    view.send({ type: 'view.open' });
    view.send({ type: 'view.submit', passphrase: sealed(PASSPHRASE), as: 'nsec' });
    await vi.waitUntil(() => !view.getSnapshot().hasTag('busy'));
    expect(problemText(view.getSnapshot().context.problem)).toBe(
      'Invalid passphrase or no saved secret for this account',
    );
  });

  it('a key that cannot be saved still logs in, and the user is told', async () => {
    const tab = tracked(openBrowser().openTab());
    vi.spyOn(tab.window.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    await logIn(tab);
    expect(tab.account.get()).toEqual({ pubkey: PUBKEY, method: 'nsec', persisted: false });
    expect(tab.notices).toEqual([
      'You are logged in, but the key was not saved on this device. Storage is full or blocked, so no key can be saved.',
    ]);
    expect(tab.session.signer()?.pubkey).toBe(PUBKEY);
  });

  it('a login that is cancelled at the last moment leaves no key behind', async () => {
    const tab = tracked(openBrowser().openTab());
    const saving = Promise.withResolvers<void>();
    const open = tab.window.indexedDB.open.bind(tab.window.indexedDB);
    vi.spyOn(tab.window.indexedDB, 'open').mockImplementationOnce((...of) => {
      tab.area('login').send({ type: 'login.cancel' });
      saving.resolve();
      return open(...of);
    });
    typeSecret(tab, NSEC);
    await saving.promise;
    await vi.waitUntil(() => tab.workers.every(({ terminated }) => terminated));
    expect(tab.area('login').getSnapshot().hasTag('visitor')).toBe(true);
    expect(tab.session.signer()).toBeUndefined();
  });

  it('a signer worker that dies locks the key', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    tab.workers.find(({ terminated }) => !terminated)!.crash();
    expect(tab.area('login').getSnapshot().hasTag('locked')).toBe(true);
    expect(tab.session.signer()).toBeUndefined();
    expect(tab.notices).toEqual(['The signer of this page stopped. Your key is locked.']);
  });

  it('[LOGIN-02] [LOGIN-12] an extension logs in and is found again, in silence, after a reload', async () => {
    const nostr = { getPublicKey: vi.fn(() => Promise.resolve(ALICE)), signEvent: vi.fn() };
    const tab = tracked(openBrowser(nostr).openTab());
    await tab.until('extension-watch', 'available');
    tab.area('login').send({ type: 'login.extension' });
    await tab.until('login', 'can sign');
    expect(tab.account.get()).toEqual({ pubkey: ALICE, method: 'nip07', persisted: false });
    nostr.getPublicKey.mockResolvedValueOnce('b'.repeat(64));
    const again = tracked(tab.reload());
    expect(again.session.waiting.get()).toEqual([]);
    await again.until('login', 'other key');
    expect(again.session.signer()).toBeUndefined();
    expect(again.notices).toHaveLength(1);
    again.area('login').send({ type: 'login.extension' });
    await again.until('login', 'can sign');
    expect(again.session.signer()?.pubkey).toBe(ALICE);
  });

  it('[LOGIN-17] signing by an extension that is gone fails with the words for it', async () => {
    const nostr = { getPublicKey: () => Promise.resolve(ALICE), signEvent: () => Promise.reject(new Error('no')) };
    const tab = tracked(openBrowser(nostr).openTab());
    tab.area('login').send({ type: 'login.extension' });
    await tab.until('login', 'can sign');
    Object.assign(tab.window, { nostr: undefined });
    await expect(tab.session.signer()!.signEvent(NOTE)).rejects.toThrow('extension-missing');
  });

  it('nothing of a key or a passphrase is in what an inspector of the actors sees', async () => {
    const tab = tracked(openBrowser().openTab());
    await logIn(tab);
    tab.area('login').send({ type: 'key.lock' });
    await unlock(tab);
    const view = tab.area('key-view');
    view.send({ type: 'view.open' });
    view.send({ type: 'view.submit', passphrase: sealed(PASSPHRASE), as: 'nsec' });
    await tab.until('key-view', 'unlocked');
    const seen = tab.inspected.join('');
    expect(seen).toContain('view.submit');
    for (const secret of [SECRET, NSEC, btoa(SECRET), PASSPHRASE]) expect(seen).not.toContain(secret);
  });
});
