import type { Language } from './people.ts';

/** How often somebody who has a language of their own answers in it. */
export const OWN_LANGUAGE = 0.55;

/** Replies in the scripts of the world; those of one language are written by people who have it. */
export const REPLIES_IN: Record<Language, readonly string[]> = {
  ar: [
    'صباح الخير! هذا أجمل ما قرأت اليوم.',
    'رأيت الطائر نفسه قرب النهر، كان يمشي رأساً على عقب.',
    'شكراً على المشاركة 🌿',
    'أتفق معك تماماً، وأضيف: القليل من السماق.',
    'هل يعمل المُرحِّل من جديد؟ عندي 84 ms فقط.',
  ],
  he: [
    'בוקר טוב! איזה יופי של תמונה.',
    'גם אצלנו ראו נחליאלי ליד החלון.',
    'תודה רבה, זה בדיוק מה שהייתי צריך 🙏',
    'אני מסכים, אבל בלי החלק על ה-cache.',
    'מתי נפגשים בשוק?',
  ],
  fa: [
    'چه عکس زیبایی! نور صبح معرکه است.',
    'دیشب باران آمد و باغ نفس کشید 🌧️',
    'با تو موافقم، کمی زعفران هم اضافه کن.',
    'این شعر را یادت هست؟ «بنی‌آدم اعضای یک پیکرند»',
    'رلهٔ من هم همین حالا جواب داد: ۹۰ میلی‌ثانیه.',
  ],
  zh: [
    '早上好！这张照片拍得真好。',
    '我家窗外也来了一只䴓，头朝下走路。',
    '同意，少即是多。',
    '中继又恢复了，延迟只有 63 毫秒。',
    '周末一起包饺子吗？🥟',
  ],
  ja: [
    'おはようございます。霧がきれいですね。',
    'うちの庭にもゴジュウカラが来ました🐦',
    'そのリレー、とても速いですね。',
    'いい言葉です。メモしておきます。',
    '今夜はラーメンにします。',
  ],
  ko: [
    '좋은 아침이에요! 사진이 정말 예쁘네요.',
    '우리 동네에도 동고비가 왔어요 🐦',
    '저도 그렇게 생각해요. 천천히 가도 괜찮아요.',
    '릴레이가 다시 빨라졌네요. 감사합니다!',
    '비빔밥에는 참기름이죠.',
  ],
  hi: [
    'सुप्रभात! बहुत सुंदर तस्वीर है।',
    'हमारे यहाँ भी आज सुबह वही चिड़िया आई थी।',
    'बिलकुल सही कहा आपने 🙏',
    'दाल में थोड़ा घी डालिए, फिर देखिए।',
    'मेरा रिले अब बहुत तेज़ चल रहा है।',
  ],
  th: [
    'อรุณสวัสดิ์ ภาพสวยมากเลย',
    'เมื่อเช้าเห็นนกตัวเดียวกันที่สวนหลังบ้าน',
    'เห็นด้วยมากๆ 🙏',
    'ข้าวซอยร้านนั้นอร่อยที่สุดในเมือง',
    'รีเลย์กลับมาเร็วแล้ว ขอบคุณครับ',
  ],
  es: [
    '¡Qué maravilla! Buenos días desde la terraza.',
    'Aquí también llueve, y las gallinas lo saben.',
    'De acuerdo, pero con más limón.',
    '¿Y el relé? El mío contesta en 84 ms.',
  ],
  de: [
    'Guten Morgen! Der Kleiber war heute auch bei mir.',
    'Genau so. Und dazu ein Butterbrot.',
    'Das Relais läuft wieder, danke fürs Kümmern.',
    'Schöner Gedanke für einen Dienstag.',
  ],
  pt: [
    'Bom dia! Que luz bonita.',
    'Aqui o elétrico também chegou atrasado.',
    'Concordo, falta só o café.',
    'Meu nó está ao lado da máquina de lavar 🙂',
  ],
  fr: [
    'Bonjour ! Quelle belle lumière.',
    'La sittelle est revenue, tête en bas.',
    'Tout à fait d’accord, avec un peu de beurre.',
    'Merci, ça fait du bien de lire ça.',
  ],
  sw: [
    'Habari za asubuhi! Picha nzuri sana.',
    'Nyuki wangu wanakubali 🐝',
    'Asante kwa kushiriki.',
    'Haraka haraka haina baraka.',
  ],
  el: [
    'Καλημέρα! Πολύ όμορφο.',
    'Και εδώ φυσάει, αλλά η θάλασσα είναι ήρεμη.',
    'Συμφωνώ απόλυτα 🌊',
    'Η μετάδοση δουλεύει πάλι, ευχαριστώ.',
  ],
};

/** Replies of emoji only. */
export const EMOJI_REPLIES: readonly string[] = [
  '🔥🔥🔥',
  '👏🏽👏🏽',
  '😂',
  '🐦🌲🥜',
  '❤️',
  '🙏🏾',
  '👩‍🌾🌻',
  '🏳️‍🌈✨',
  '🇯🇵🍜',
  '🧑🏿‍💻☕️',
  '🤔',
  '🫶',
];
