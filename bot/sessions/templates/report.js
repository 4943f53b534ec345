for (const root of document.querySelectorAll(".player")) new Player(root);
document.documentElement.classList.add("scripted");
