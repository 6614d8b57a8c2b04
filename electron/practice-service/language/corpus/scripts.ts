/** Other languages and scripts, with emoji, so that characters of several bytes are met. */

export const SCRIPT_TEXTS = {
  Deutsch: `Ein gutes Bild beginnt mit der Entscheidung, was man nicht zeigt. Größe, Farbe und Licht kommen später. Wer die Stühle überstreicht, bevor er die Tür öffnet, hat kein Fenster gemalt. 🎨 Das Licht fällt schräg, der Schatten ist blau, und über der Straße hängt ein müder Mond. 🌙`,
  Français: `Une bonne image commence par ce que l'on ne montre pas. La lumière du matin est douce, l'ombre est bleue, et le café déjà froid. ☕ On choisit trois couleurs, pas plus : une pour le fond, une pour le texte, une pour l'accent. Voilà, c'est tout. ✨`,
  Español: `Una buena imagen empieza por lo que no se enseña. ¿Dónde está la luz? Mañana por la mañana, el sol entrará por la ventana pequeña y la pared será de oro. 🌞 El diseño más sencillo es casi siempre el mejor.`,
  Ελληνικά: `Μια καλή εικόνα αρχίζει με το φως. Το μπλε της θάλασσας και το λευκό του τοίχου είναι αρκετά. 🌊`,
  Русский: `Хорошая фотография начинается со света. Тень никогда не бывает чёрной: она синяя, как вечер. 📷 Сначала смотри, потом снимай.`,
  日本語: `良い写真は光から始まります。影は黒ではなく、青いのです。📷 余白は空っぽではありません。色は三つで十分です。🎨`,
  中文: `好的照片从光开始。阴影不是黑色的,而是蓝色的。📷 留白不是空白。三种颜色就够了。🎨`,
  العربية: `الصورة الجيدة تبدأ بالضوء. الظل ليس أسود، بل أزرق مثل المساء. 🌙`,
  हिन्दी: `अच्छी तस्वीर रोशनी से शुरू होती है। छाया काली नहीं होती, वह नीली होती है। 📷`,
  Emoji: `The palette is done 🎨 and the photo is clean ✨. Thank you for the feedback 🙏🏽! The team 👩‍🎨👨‍💻 will look at it tomorrow morning ☀️. Three things are still missing: a caption ✍️, a second light 💡 and a good name 🏷️. See you at the studio 🏠, and bring the cat 🐈‍⬛.`,
} as const;
