/** The people of the sample network: name, handle, what they say about themselves, what they write about. */
export type Person = {
  readonly handle: string;
  readonly name: string;
  readonly about: string;
  readonly topics: readonly Topic[];
  /** a picture file of devnet/art; without one a drawn avatar is used */
  readonly picture?: string;
  /** writes replies in this language besides English */
  readonly language?: Language;
};

export type Topic =
  | 'birds'
  | 'relays'
  | 'garden'
  | 'code'
  | 'bitcoin'
  | 'food'
  | 'travel'
  | 'music'
  | 'books'
  | 'news'
  | 'photo'
  | 'home';

export type Language = 'ar' | 'he' | 'fa' | 'zh' | 'ja' | 'ko' | 'hi' | 'th' | 'es' | 'de' | 'pt' | 'fr' | 'sw' | 'el';

const person = (
  handle: string,
  name: string,
  about: string,
  topics: string,
  more: { picture?: string; language?: Language } = {},
): Person => ({ handle, name, about, topics: topics.split(' ') as Topic[], ...more });

const withPicture = (name: string) => ({ picture: `av-${name}.jpg` });

/** In order of prominence: the first ones write more and are followed more. A small network takes the first few. */
export const PEOPLE: readonly Person[] = [
  person(
    'ines',
    'Ines Okafor',
    'Runs a small relay by the river. Birds at dawn, packets at night.',
    'relays birds',
    withPicture('ines'),
  ),
  person(
    'otto',
    'Otto Grebe',
    'Carpenter, walker, reader of manuals. Headfirst.',
    'home birds garden',
    withPicture('otto'),
  ),
  person('yuki', 'Yuki Amano', 'Photographs fog. Sometimes there is a forest in it.', 'photo travel', {
    ...withPicture('yuki'),
    language: 'ja',
  }),
  person('marlow', 'Marlow Tate', 'I measure relays so that you do not have to.', 'relays code', withPicture('marlow')),
  person('salma', 'Salma Idrissi', 'Markets, lemons, long ways home.', 'food travel', {
    ...withPicture('salma'),
    language: 'ar',
  }),
  person('bo', 'Bo Lindqvist', 'Boat, tea, no hurry.', 'travel books', withPicture('bo')),
  person('priya', 'Priya Raghavan', 'Distributed systems by day, okra by evening.', 'code garden relays', {
    ...withPicture('priya'),
    language: 'hi',
  }),
  person('kofi', 'Kofi Mensah', 'Mining notes on small devices. Warm hands.', 'bitcoin code', withPicture('kofi')),
  person('teodor', 'Teodor Brandt', 'Radio masts, shortwave and everything with a ladder.', 'relays music', {
    ...withPicture('teodor'),
    language: 'de',
  }),
  person('lena', 'Lena Vogt', 'Bakes before sunrise. Talks about it after.', 'food books', {
    ...withPicture('lena'),
    language: 'de',
  }),
  person('marisol', 'Marisol Vega', 'Teacher. Collects words that mean rain.', 'books news', { language: 'es' }),
  person('hana', 'Hana Kim', 'Potter, cyclist, terrible singer.', 'home music', { language: 'ko' }),
  person('moon', 'moonwatcher', 'I only post when the sky is clear.', 'photo birds', withPicture('moon')),
  person('shroom', 'Fungi Finn', 'Mycologist. Yes, that one is edible. Once.', 'garden food', withPicture('shroom')),
  person('wave', 'Noor Haddad', 'Sails in spring, repairs in winter.', 'travel music', {
    ...withPicture('wave'),
    language: 'ar',
  }),
  person('mint', 'Peppermint Pat', 'Herb garden on a fourth floor.', 'garden home', withPicture('mint')),
  person('dov', 'Dov Shalev', 'Typographer. Right to left and back.', 'books code', { language: 'he' }),
  person('parisa', 'Parisa Farahani', 'Poems, pomegranates, public transport.', 'books food', { language: 'fa' }),
  person('liwei', 'Li Wei', 'Compilers and dumplings.', 'code food', { language: 'zh' }),
  person('somchai', 'Somchai Boonmee', 'Street food maps of places that move.', 'food travel', { language: 'th' }),
  person('amara', 'Amara Nwosu', 'Local news, slowly.', 'news books'),
  person('jonas', 'Jonas Eklund', 'Counts birds for science and for sleep.', 'birds travel'),
  person('beatriz', 'Beatriz Moura', 'Tiles, trams, tax law.', 'home news', { language: 'pt' }),
  person('achieng', 'Achieng Otieno', 'Beekeeper near the lake. The bees are the boss.', 'garden birds', {
    language: 'sw',
  }),
  person('rafael', 'Rafael Duarte', 'Cold storage, warm bread.', 'bitcoin food', { language: 'pt' }),
  person('nikos', 'Nikos Stavrou', 'Fisherman with a static site.', 'code travel', { language: 'el' }),
  person('elodie', 'Élodie Marchand', 'Radio documentaries about very small things.', 'music news', { language: 'fr' }),
  person('tomasz', 'Tomasz Wrona', 'Wrona means crow. It fits.', 'birds code'),
  person('gwen', 'Gwen Pritchard', 'Sheepdog trials and self-hosting.', 'home relays'),
  person('ikram', 'Ikram Yusuf', 'Economist who keeps receipts.', 'bitcoin news'),
  person('sofia', 'Sofia Lindgren', 'Allotment 14B. The one with the crooked shed.', 'garden food'),
  person('dmitri', 'Dmitri Volkov', 'Plays the double bass in a single room.', 'music home'),
  person('wanjiru', 'Wanjiru Kamau', 'Long runs, short notes.', 'travel birds', { language: 'sw' }),
  person('callum', 'Callum Reid', 'Lighthouse volunteer.', 'photo birds'),
  person('mei', 'Mei Tanaka', 'Letterpress. Every typo is permanent.', 'books home', { language: 'ja' }),
  person('omar', 'Omar Siddiqui', 'Protocol archaeologist.', 'code relays'),
  person('freya', 'Freya Holm', 'Sourdough is a kind of pet.', 'food home'),
  person('lucas', 'Lucas Ferreira', 'Runs a node next to the washing machine.', 'bitcoin relays', { language: 'pt' }),
  person('anouk', 'Anouk de Wit', 'Bridges, bicycles, bad weather.', 'travel photo'),
  person('tariq', 'Tariq Mansour', 'Night bus driver. Best view in town.', 'photo music', { language: 'ar' }),
  person('ruth', 'Ruth Abernathy', 'Retired librarian. Still shushing.', 'books birds'),
  person('emeka', 'Emeka Obi', 'Solar panels and jazz.', 'music code'),
  person('ingrid', 'Ingrid Nilsen', 'Writes letters, answers most of them.', 'books garden'),
  person('mateo', 'Mateo Rivas', 'Coffee from my uncle’s hill.', 'food bitcoin', { language: 'es' }),
  person('yael', 'Yael Ben-Ami', 'Desert botanist.', 'garden photo', { language: 'he' }),
  person('hugo', 'Hugo Lambert', 'Cartographer of footpaths.', 'travel photo', { language: 'fr' }),
  person('zainab', 'Zainab Bello', 'Radio presenter, morning shift.', 'news music'),
  person('petra', 'Petra Novak', 'Fixes toasters at the repair café.', 'home code'),
  person('sanjay', 'Sanjay Pillai', 'Monsoon diaries.', 'photo garden', { language: 'hi' }),
  person('aoife', 'Aoife Brennan', 'Fiddle, ferry, Friday.', 'music travel'),
  person('viktor', 'Viktor Lundgren', 'Relay no. 7 is mine. Sorry about Tuesday.', 'relays code'),
  person('camille', 'Camille Roux', 'Cheese, mostly.', 'food travel', { language: 'fr' }),
  person('daud', 'Daud Rahimi', 'Kite maker.', 'home music', { language: 'fa' }),
  person('nadia', 'Nadia Petrova', 'Chess in parks. Loses gladly.', 'books home'),
  person('kenji', 'Kenji Mori', 'Trains that are on time.', 'travel photo', { language: 'ja' }),
  person('abeni', 'Abeni Adeyemi', 'Seamstress. Pockets in everything.', 'home news'),
  person('lars', 'Lars Bakke', 'Ski patrol, off season gardener.', 'garden travel'),
  person('carmen', 'Carmen Ortiz', 'Seed library keeper.', 'garden books', { language: 'es' }),
  person('theo', 'Theo Papadakis', 'Writes small programs for large problems.', 'code bitcoin', { language: 'el' }),
  person('minh', 'Minh Tran', 'Noodle soup for breakfast, always.', 'food photo'),
  person('eszter', 'Eszter Szabo', 'Translator. Lost in it.', 'books news'),
  person('gabriel', 'Gabriel Souza', 'Surf report and fee report.', 'bitcoin travel', { language: 'pt' }),
  person('leila', 'Leila Karimi', 'Astronomer without a telescope this month.', 'photo books', { language: 'fa' }),
  person('fergus', 'Fergus Muir', 'Peat, wool, fibre optics.', 'relays home'),
  person('ayumi', 'Ayumi Sato', 'Draws one leaf a day.', 'garden photo', { language: 'ja' }),
  person('tunde', 'Tunde Bakare', 'Football and free software.', 'code news'),
  person('milena', 'Milena Kovač', 'Clockmaker. Usually late.', 'home books'),
  person('rashid', 'Rashid Al-Amin', 'Dates, dunes, data centres.', 'relays food', { language: 'ar' }),
  person('chiara', 'Chiara Bianchi', 'Restores frescoes. Slowly.', 'photo books'),
  person('willem', 'Willem Aalders', 'Sluice keeper. Water under the bridge.', 'news birds'),
  person('soojin', 'Soojin Park', 'Game music, real pianos.', 'music code', { language: 'ko' }),
  person('haruto', 'Haruto Ito', 'Owl appreciation account.', 'birds photo', { language: 'ja' }),
];

/** Where a person's files and documents are served; `base` is the media server's address without a slash at the end. */
export const addressesOf = (person: Person, base: string) => ({
  picture: person.picture ? `${base}/art/${person.picture}` : `${base}/avatar/${person.handle}.svg`,
  banner: person.handle === 'ines' ? `${base}/art/banner.jpg` : `${base}/banner/${person.handle}.svg`,
  nip05: `${person.handle}@${new URL(base).host}`,
  lud16: `${person.handle}@${new URL(base).host}`,
  website: `${base}/~${person.handle}`,
});
